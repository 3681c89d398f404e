package io.perfline.deploy.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Command;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeployCommandTest {

  @TempDir Path home;

  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @ValueSource(strings = {"", "recorder", "/", "/a//b", "/a?b", "/a b", "/recorder/"})
  void refusesAnAmbiguousContextPath(String path) throws IOException {
    Path war = TestWar.good(home.resolve("good.war"), TestWar.COMMIT);

    assertThat(deploy("--path", path, war.toString())).isEqualTo(2);
    assertThat(err.toString())
        .contains("the context path must be a slash and a name, such as /recorder");
  }

  @Test
  void deploysTheProjectsWar() throws IOException {
    assertThat(deploy()).isEqualTo(2);
    assertThat(err.toString()).contains("names no WAR at service.war");

    Files.writeString(
        home.resolve("perf.yml"),
        """
        version: 1
        service: {war: target/shop.war}
        load: {all: {connections: 1, requests: [{get: /}]}}
        """);
    assertThat(deploy()).isEqualTo(2);
    assertThat(err.toString()).contains("there is no WAR", "target/shop.war");
  }

  @Test
  void refusesAFileThatIsNotAWar() throws IOException {
    Path file = Files.writeString(home.resolve("no.war"), "no zip");

    assertThat(deploy(file.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("no.war is not a WAR");
  }

  /** Otherwise the application would be replaced by one without identification. */
  @Test
  void refusesAWarWithoutACommitBeforeDeploying() throws IOException {
    Path war = home.resolve("anonymous.war");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
      zip.putNextEntry(new ZipEntry("index.html"));
    }

    assertThat(deploy(war.toString())).isEqualTo(2);
    assertThat(err.toString())
        .contains("WEB-INF/classes/version.properties", "nothing was deployed", "perfline ci");
  }

  @Test
  void namesMissingVariables() throws IOException {
    Path war = TestWar.good(home.resolve("good.war"), TestWar.COMMIT);

    assertThat(deploy("--environment", "environments/local.yml", war.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("PERF_TOMCAT_PORT", "PERF_TOMCAT_PASSWORD");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--pth", "one.war two.war"})
  void refusesUnknownOptions(String args) {
    assertThat(deploy(args.split(" "))).isEqualTo(2);
    assertThat(err.toString()).contains("Try 'perfline deploy --help'");
  }

  private int deploy(String... args) {
    return Command.run(
        new DeployCommand(home, Map.of()),
        new PrintWriter(new StringWriter(), true),
        new PrintWriter(err, true),
        args);
  }
}
