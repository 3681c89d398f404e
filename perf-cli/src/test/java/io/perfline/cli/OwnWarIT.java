package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.environment.Tomcat;
import io.perfline.core.run.Case;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.deploy.stack.TomcatServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody's WAR, in a Tomcat that runs, beside the one of the commit before. */
class OwnWarIT {

  private static final String HOME = "perf.home";
  private static final Path TOOL = Path.of("..").toAbsolutePath().normalize();
  private final String home = System.getProperty(HOME);
  @TempDir private Path folder;

  @AfterEach
  void goHome() {
    if (home == null) {
      System.clearProperty(HOME);
    } else {
      System.setProperty(HOME, home);
    }
  }

  @Test
  void isComparedInTwoContexts() throws IOException, InterruptedException {
    OwnProject project = new OwnProject(folder);
    try (TomcatServer server = TomcatServer.start(TOOL, folder.resolve("tomcat"))) {
      tellOf(server.environment());
      project.write("thresholds.yml", OwnServiceIT.THRESHOLDS.replace("checkout*", "page"));
      project.write(
          "perf.yml",
          """
          version: 1
          service: {war: shop.war, ready: {get: /page.txt}}
          load: {page: {connections: 1, requests: [{get: /page.txt, expect: {contains: page}}]}}
          profiles: {commit: {warm_up: 1 s, duration: 4 s, at_most: 8 s}}
          """);
      war("page one");
      project.commit("first");
      war("page two");
      project.commit("second");

      int code =
          project.ci(
              "two", "--environment", TOOL.resolve("deploy/environments/tomcat.yml").toString());

      assertThat(code).as(project.said()).isZero();
      Run run = RunFile.read(folder.resolve("runs/two"));
      assertThat(run.cases()).extracting(Case::name).containsExactly("page", "paired/page");
      assertThat(run.cases()).allMatch(Case::valid);
      assertThat(run.deployedCommit()).startsWith(Run.DIGEST);
    }
  }

  /** As a stack that is up tells where its Tomcat is. */
  private void tellOf(Tomcat tomcat) throws IOException {
    System.setProperty(HOME, folder.toString());
    Path stack = Files.createDirectories(folder.resolve(".perf/stack"));
    Files.writeString(
        stack.resolve("stack.env"),
        "PERF_TOMCAT_PORT=%d%nPERF_TOMCAT_USER=%s%nPERF_TOMCAT_PASSWORD=%s%n"
            .formatted(tomcat.manager().getPort(), tomcat.user(), tomcat.password()));
  }

  private void war(String page) throws IOException {
    try (ZipOutputStream war =
        new ZipOutputStream(Files.newOutputStream(folder.resolve("shop.war")))) {
      war.putNextEntry(new ZipEntry("page.txt"));
      war.write(page.getBytes(StandardCharsets.UTF_8));
    }
  }
}
