package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares two versions of a Spring Boot jar. */
@Tag("acceptance")
class JarServiceIT extends OwnServiceContract {

  static final String FAST_START =
      "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dspring.main.lazy-initialization=true";

  static final String SESSION =
      """
      - post: /orders
              expect: {status: 201, json: {/state: NEW}}
              save: {order: {header: Location}}
            - get: ${order}
      """;

  @Test
  void measuresASpringBootJar() throws Exception {
    Set<Path> temporaryBefore = temporaryFoldersOfTomcat();
    Path jar = only("spring-shop");
    project.init(
        "--server.port",
        // The embedded Tomcat leaves its work folder in the temporary folder.
        Map.of(
            "java -jar target/shop.jar",
            "exec %s %s -jar shop.jar"
                .formatted(JAVA.resolve("bin/java"), FAST_START + " -Djava.io.tmpdir=" + folder),
            "./mvnw -q package",
            "cp %s shop.jar && %s uf shop.jar BOOT-INF".formatted(jar, JAVA.resolve("bin/jar"))));
    project.shorten("9 s, at_most: 18 s");
    project.edit("perf.yml", "# artifact: target/shop.jar", "artifact: shop.jar");
    project.edit("perf.yml", "- get: /\n", SESSION);
    project.allowThreeTimesAsMuch();
    project.write(".gitignore", "*.jar\n");
    delays(5, "the first");
    delays(6, "one that changes nothing");
    project.ci(0, "compared with the parent commit");
    assertThat(project.cases())
        .containsExactly("home", "home/post_orders", "home/get", "paired/home");

    project.limitTo(70);
    delays(80, "a slow one");
    project.ci(1, "FAIL", "response_time.p95");

    project.edit("perf.yml", "exec ", "exec /nowhere");
    project.ci(1, "never became ready", "ended before it was ready");
    project.refusesAFaultyFile(Map.of());
    assertThat(temporaryFoldersOfTomcat()).isSubsetOf(temporaryBefore);
  }

  /** Returns the folders of embedded Tomcats in the machine's temporary folder. */
  private static Set<Path> temporaryFoldersOfTomcat() throws IOException {
    try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return all.filter(path -> path.getFileName().toString().startsWith("tomcat."))
          .collect(Collectors.toSet());
    }
  }

  private void delays(int millis, String message) throws IOException, InterruptedException {
    project.write(
        "BOOT-INF/classes/application.properties", "shop.delay-ms=%d%n".formatted(millis));
    project.commit(message);
  }

  static Path only(String name) throws IOException {
    try (Stream<Path> files = Files.list(SERVICES)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(name))
          .findFirst()
          .orElseThrow();
    }
  }
}
