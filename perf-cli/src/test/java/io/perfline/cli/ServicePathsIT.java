package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Command;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the paths that {@code perfline init} finds, and those that it would propose instead. */
class ServicePathsIT {

  @TempDir private Path folder;
  private final StringWriter printed = new StringWriter();
  private OwnProject project;

  @BeforeEach
  void init() throws Exception {
    project = new OwnProject(folder);
    String command =
        "PORT=${PORT} exec %s -cp '%s' %s"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin/java"),
                System.getProperty("java.class.path"),
                DescribedService.class.getName());
    PrintWriter out = new PrintWriter(printed, true);
    assertThat(Command.run(new InitCommand(folder), out, out, "--command", command))
        .as(printed.toString())
        .isZero();
    replace("{warm_up: 5 s, duration: 20 s}", "{warm_up: 5 s, duration: 5 s}");
    project.commit("first");
  }

  @Test
  void findsTheHealthPathAndThePathsToLoad() throws Exception {
    assertThat(printed.toString())
        .contains("ready  GET /healthz is answered with 200", "load   GET /items is answered");
    assertThat(file())
        .contains("  ready: {get: /healthz, status: 200, within: 60 s} ")
        .contains("      - get: /items\n        expect: {status: 200}")
        .doesNotContain("# perfline init", "@");
    assertThat(folder.resolve(".perf/try/service-candidate.log")).exists();
  }

  @Test
  void aLoadThatOnlyFailsEndsSoonAndProposesAnother() throws Exception {
    replace("- get: /items", "- get: /nothing");

    assertThat(project.ci("failing", "--against", "none", "--only", "home")).isEqualTo(3);

    assertThat(project.output())
        .contains(
            "the load never succeeded in 5 s: GET /nothing: status 404; GET /items is answered with"
                + " 200: name such a path in perf.yml");
  }

  @Test
  void aComparisonThatOnlyFailsEndsSoon() throws Exception {
    replace("- get: /items", "- get: /nothing");
    project.commit("second");

    assertThat(project.ci("failing", "--measure", "--only", "paired/home")).isEqualTo(3);

    assertThat(project.output())
        .contains("the load never succeeded in 5 s: GET /nothing: status 404")
        .doesNotContain("deployment 2");
  }

  @Test
  void aReadinessCheckThatIsNotFoundEndsSoonAndProposesAnother() throws Exception {
    replace("{get: /healthz,", "{get: /ready,");

    assertThat(project.ci("unready", "--against", "none")).isNotZero();

    assertThat(project.output())
        .contains("/ready is answered with 404", "tried for 6 s")
        .contains("GET /healthz is answered with 200: set ready:");
  }

  private String file() throws Exception {
    return Files.readString(folder.resolve("perf.yml"));
  }

  private void replace(String from, String to) throws Exception {
    assertThat(file()).contains(from);
    project.write("perf.yml", file().replace(from, to));
  }
}
