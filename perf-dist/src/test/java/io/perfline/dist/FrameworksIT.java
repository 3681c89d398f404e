package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.ServerCost;
import io.perfline.core.sample.InstalledJava;
import io.perfline.dist.Installation.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Measures services with common frameworks, built from Maven Central, by the installed archive: on
 * Java 17 with platform threads (21 for Quarkus), on Java 25 with virtual threads. Each request
 * allocates 256 KiB in its thread. {@code ./perfline-dev acceptance FrameworksIT} runs it.
 */
@Tag("acceptance")
class FrameworksIT extends OwnServiceContract {

  private static final Path SOURCES = CHECKOUT.resolve("perf-dist/src/test/resources/frameworks");
  private static final double ALLOCATED = 256 * 1024;

  /** Each framework reads its own setting and ignores those of the others. */
  private static final String COMMAND =
      "exec java -XX:+UseSerialGC -Dserver.port=${PORT} -Dquarkus.http.port=${PORT}"
          + " -Dmicronaut.server.port=${PORT} -Dspring.threads.virtual.enabled=true -jar shop.jar";

  @TempDir private static Path builds;
  private static final Map<String, Path> BUILT = new HashMap<>();

  @BeforeAll
  static void forgetEarlierBuilds() {
    BUILT.clear();
  }

  @ParameterizedTest(name = "{0} {1} on Java {2}")
  @CsvSource({
    "spring-boot, 3.5.16, 17",
    "spring-boot, 3.5.16, 25",
    "spring-boot, 4.1.2, 17",
    "spring-boot, 4.1.2, 25",
    "quarkus, 3.37.4, 25",
    "micronaut, 4.10.8, 17",
    "micronaut, 4.10.8, 25"
  })
  void measuresTheCostPerRequest(String framework, String version, int javaVersion)
      throws Exception {
    Optional<Path> java = InstalledJava.home(javaVersion);
    assumeTrue(java.isPresent(), "there is no Java " + javaVersion);
    Files.copy(built(framework, version), home.resolve("shop.jar"));
    project.init(
        "--server.port",
        Map.of(
            "java -jar target/shop.jar --server.port=${PORT}", COMMAND, "./mvnw -q package", ":"));
    project.shorten("4 s");
    project.edit("perf.yml", "# artifact: target/shop.jar", "artifact: shop.jar");
    project.edit("perf.yml", "service:\n", "service:\n  java_home: %s\n".formatted(java.get()));
    project.edit(
        "perf.yml",
        "expect: {status: 200}",
        "expect: {json: {/thread: %s}}".formatted(javaVersion < 21 ? "platform" : "virtual"));
    project.write(".gitignore", "*.jar\n");
    project.commit("a service with " + framework);

    project.ci(0, "report: ");

    CaseResult measured = project.lastRun().cases().get(0);
    ServerCost cost = measured.server();
    assertThat(measured.errors()).isEmpty();
    assertThat(cost.source()).contains("by JMX").doesNotContain("ended with");
    // The readings are not exactly at the start and the end of the measured period.
    assertThat(cost.allocatedBytes() / measured.requests())
        .isBetween(0.8 * ALLOCATED, 1.5 * ALLOCATED);
    assertThat(cost.cpuUs()).isBetween(cost.cpuTotalUs() / 3, 1.1 * cost.cpuTotalUs());
  }

  private static Path built(String framework, String version)
      throws IOException, InterruptedException {
    Path known = BUILT.get(framework + version);
    if (known != null) {
      return known;
    }
    Path folder = Files.createDirectories(builds.resolve(framework + "-" + version));
    Path sources = Files.createDirectory(folder.resolve("src"));
    Files.writeString(
        folder.resolve("pom.xml"),
        Files.readString(SOURCES.resolve(framework + "/pom.xml")).replace("@version@", version));
    Files.copy(SOURCES.resolve(framework + "/src/Shop.java"), sources.resolve("Shop.java"));
    Files.copy(SOURCES.resolve("shared/Order.java"), sources.resolve("Order.java"));
    // Quarkus needs a Java with virtual threads at build time to support them.
    Path java = InstalledJava.home(25).orElse(JAVA);
    Ended ended =
        Installation.run(
            folder,
            Map.of(
                "PATH",
                System.getenv("PATH"),
                "HOME",
                System.getProperty("user.home"),
                "JAVA_HOME",
                java.toString()),
            List.of(
                CHECKOUT.resolve("mvnw").toRealPath().toString(),
                "-q",
                "-B",
                "-f",
                "pom.xml",
                "package"));
    assertThat(ended.code()).as(ended.text()).isZero();
    try (Stream<Path> files = Files.list(folder.resolve("target"))) {
      // Quarkus writes shop-runner.jar next to shop.jar, which contains only the service's classes.
      Path jar =
          files
              .filter(file -> file.getFileName().toString().matches("shop(-runner)?[.]jar"))
              .min(Comparator.comparing(Path::toString))
              .orElseThrow();
      BUILT.put(framework + version, jar);
      return jar;
    }
  }
}
