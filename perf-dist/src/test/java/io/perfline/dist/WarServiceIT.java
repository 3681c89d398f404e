package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares two versions of a WAR, each in its own Tomcat. */
class WarServiceIT extends OwnServiceContract {

  @Test
  void measuresAWarInTomcat7() throws Exception {
    Map<String, String> variables = compareTwoVersions("7");

    Path slow = folder.resolve("slow.war");
    slowed(SERVICES.resolve("jolokia-war-1.7.2.war"), slow);
    project.limitTo(55);
    project.withoutMethods(); // OwnServiceIT covers them
    war(slow);
    project.ci(variables, 1, "FAIL", "response_time.p95");

    project.edit("perf.yml", "roles: [jolokia]", "roles: [nobody]");
    project.edit("perf.yml", "within: 60 s", "within: 2 s");
    project.ci(variables, 1, "never became ready", "tried for 2 s");
    project.refusesAFaultyFile(variables);
  }

  @Tag("acceptance")
  @Test
  void measuresAWarInTomcat9() throws Exception {
    compareTwoVersions("9");
  }

  private Map<String, String> compareTwoVersions(String tomcat)
      throws IOException, InterruptedException {
    Map<String, String> variables =
        Map.of("PERF_TOMCAT_VERSION", tomcat, "SHOP_USER", "monitor", "SHOP_PASSWORD", "a secret");
    project.init(
        "--war",
        Map.of(
            "target/shop.war", "jolokia.war",
            "./mvnw -q package", "cp $(cat which.txt) jolokia.war"));
    project.shorten("8 s, at_most: 8 s");
    project.edit("perf.yml", "connections: 4", "rate: 100/s"); // leaves room for other tests
    project.edit("perf.yml", "# auth: {basic", "auth: {basic");
    project.edit("perf.yml", "roles: [shop]", "roles: [jolokia]");
    project.edit("perf.yml", "expect: {status: 200}", "expect: {json: {/status: 200}}");
    project.allowThreeTimesAsMuch();
    project.write(".gitignore", "*.war\n");
    war(SERVICES.resolve("jolokia-war-1.6.0.war"));
    war(SERVICES.resolve("jolokia-war-1.7.2.war"));
    project.ci(variables, 0, "compared with the parent commit");
    assertThat(project.cases()).containsExactly("home", "paired/home");
    return variables;
  }

  private void war(Path file) throws IOException, InterruptedException {
    project.write("which.txt", file + "\n");
    project.commit("another");
  }

  private static void slowed(Path war, Path slow) throws IOException {
    Files.copy(war, slow, StandardCopyOption.REPLACE_EXISTING);
    String filter = SlowFilter.class.getName();
    try (FileSystem zip = FileSystems.newFileSystem(slow);
        InputStream code = SlowFilter.class.getResourceAsStream("SlowFilter.class")) {
      Path added = zip.getPath("/WEB-INF/classes/" + filter.replace('.', '/') + ".class");
      Files.createDirectories(added.getParent());
      Files.copy(code, added);
      Path web = zip.getPath("/WEB-INF/web.xml");
      String filters =
          ("<filter><filter-name>slow</filter-name><filter-class>%s</filter-class></filter>"
                  + "<filter-mapping><filter-name>slow</filter-name><url-pattern>/*</url-pattern>"
                  + "</filter-mapping><servlet>")
              .formatted(filter);
      Files.writeString(web, Files.readString(web).replaceFirst("<servlet>", filters));
    }
  }
}
