package io.perfline.cli.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Command;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.deploy.tomcat.WarContent;
import io.perfline.gate.GateCommand;
import io.perfline.sims.run.RunCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the recorder's own perf.yml and thresholds. */
class RecorderProjectTest {

  private static final Path FILE = Path.of("../perf.yml");

  @TempDir private Path folder;
  private final StringWriter output = new StringWriter();

  @Test
  void everyLimitMatchesACase() {
    Project project = ProjectFile.read(FILE);
    PrintWriter out = new PrintWriter(output, true);
    Path cases = folder.resolve("cases.json");
    String[] list = {"--file", FILE.toString(), "--list", "--json", cases.toString()};
    String[] check = {
      "--check", "--cases", cases.toString(), "--thresholds", project.thresholds().toString()
    };

    assertThat(Command.run(new RunCommand(), out, out, list)).as(output.toString()).isZero();
    assertThat(output.toString()).as("the log of a build").hasLineCount(1);
    assertThat(cases).content().contains("http/record", "paired/record\"", "paired/pages\"");
    assertThat(Command.run(new GateCommand(), out, out, check)).as(output.toString()).isZero();
    assertThat(output.toString()).doesNotContain("no case");
  }

  @ParameterizedTest
  @ValueSource(strings = {"history-thresholds.yml", "release-thresholds.yml"})
  void everyLimitOfTheJenkinsPipelinesMatchesACase(String limits) {
    PrintWriter out = new PrintWriter(output, true);
    String cases = folder.resolve("cases.json").toString();
    String file = FILE.resolveSibling("deploy/jenkins").resolve(limits).toString();
    String[] list = {"--file", FILE.toString(), "--list", "--json", cases};
    String[] check = {"--check", "--cases", cases, "--thresholds", file};

    assertThat(Command.run(new RunCommand(), out, out, list)).as(output.toString()).isZero();
    assertThat(Command.run(new GateCommand(), out, out, check)).as(output.toString()).isZero();

    assertThat(output.toString()).contains("is valid").doesNotContain("no case");
  }

  @ParameterizedTest(name = "{0}: exit code {1}")
  @CsvSource({"'', 0", "', at_most: 6 s', 0", "', at_most: 5 s', 2"})
  void refusesAnAtMostThatCannotDecideAnything(String atMost, int code) throws IOException {
    Path file = folder.resolve("perf.yml");
    Files.writeString(
        file,
        """
        version: 1
        service: {command: 'run ${PORT}'}
        load: {home: {connections: 1, requests: [{get: /}]}}
        profiles: {commit: {warm_up: 1 s, duration: 2 s%s}}
        """
            .formatted(atMost));
    Path limits = folder.resolve("thresholds.yml");
    Files.writeString(
        limits,
        """
        version: 1
        baselines: {parent: {paired: true}}
        thresholds:
          - {id: slower, case: paired/*, metric: service_time.mean, pass: "<= +5 %", baseline: parent}
        """);
    PrintWriter out = new PrintWriter(output, true);
    String cases = folder.resolve("cases.json").toString();
    String[] list = {"--file", file.toString(), "--list", "--json", cases};
    String[] check = {"--check", "--cases", cases, "--thresholds", limits.toString()};
    assertThat(Command.run(new RunCommand(), out, out, list)).as(output.toString()).isZero();

    assertThat(Command.run(new GateCommand(), out, out, check))
        .as(output.toString())
        .isEqualTo(code);

    assertThat(output.toString().contains("set at_most to at least 6 s, or leave it out"))
        .isEqualTo(code == 2);
  }

  @ParameterizedTest(name = "{0}: compared {1}, warned {2}")
  @CsvSource({
    "deploy/src/main/resources/io/perfline/deploy/server/server.xml, true, false",
    "deploy/src/main/java/io/perfline/deploy/server/TomcatPart.java, true, true",
    "deploy/src/main/resources/io/perfline/deploy/server/kafka.properties, true, true",
    "deploy/compose.yml, false, true",
    "deploy/recorder/Dockerfile, false, true",
    "gatling-sims/workloads/paired.yml, false, false",
    "docs/why.md, false, false"
  })
  void changesOfTheOwnPipelineAreComparedOrNamed(String file, boolean compared, boolean warned)
      throws IOException {
    ServiceUnderTest service = ProjectFile.read(FILE).service();
    Path war = folder.resolve("recorder.war");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
      zip.putNextEntry(new ZipEntry("index.html"));
    }
    WarContent content = WarContent.of(war);

    BuildDifferences differences =
        BuildDifferences.of(service, service, List.of(content, content), List.of(file), List.of());

    assertThat(differences.running().contains(file)).isEqualTo(compared);
    assertThat(differences.warnings().isEmpty()).isEqualTo(!warned);
    assertThat(differences.warnings()).allMatch(warning -> warning.contains(": " + file + "; "));
  }

  @Test
  void changesOfTheSettingsAreCompared() throws IOException {
    String text = Files.readString(FILE);
    ServiceUnderTest before = ProjectFile.readService("perf.yml", text);

    for (String changed :
        List.of(
            text.replace("RECORDER_STORE: kafka", "RECORDER_STORE: cassandra"),
            text.replace("  server_xml:", "  jvm_options: -Xint\n  server_xml:"))) {
      BuildDifferences differences =
          BuildDifferences.of(
              ProjectFile.readService("perf.yml", changed),
              before,
              List.of(),
              List.of(),
              List.of());

      assertThat(differences.running()).hasSize(1).allMatch(what -> what.startsWith("service."));
      assertThat(differences.warnings()).isEmpty();
    }
  }
}
