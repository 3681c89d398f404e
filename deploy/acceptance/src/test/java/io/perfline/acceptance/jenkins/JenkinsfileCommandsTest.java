package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.acceptance.jenkins.LauncherProbe.Call;
import io.perfline.acceptance.jenkins.LauncherProbe.Outcome;
import io.perfline.cli.Main;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Every command line of the Jenkinsfile is one that the commands accept, and ci's are the same. */
class JenkinsfileCommandsTest {

  @TempDir Path home;

  @ParameterizedTest
  @CsvSource({
    "Jenkinsfile, GENERATORS, 3",
    "Jenkinsfile, BASELINE, paired",
    "Jenkinsfile, BASELINE, none",
    "Jenkinsfile, PROFILE, soak",
    "deploy/jenkins/release.Jenkinsfile, PRODUCTION, live.yml"
  })
  void everyLineIsAcceptedByTheCommandItCalls(String path, String parameter, String value)
      throws Exception {
    World world = new World().with("TAG", "HEAD").with("LAST", "HEAD").with(parameter, value);

    assertThat(callsOf(Jenkinsfile.read(path), world)).isNotEmpty();
  }

  @Test
  void anOptionThatDoesNotExistIsRed() throws Exception {
    Jenkinsfile file = Jenkinsfile.read("Jenkinsfile");

    assertThatThrownBy(() -> callsOf(file.with("./perf report", "./perf report --pretty")))
        .hasMessageContaining("Unknown option: '--pretty'");
    assertThatThrownBy(() -> callsOf(file.with("build --tests", "build --fast")))
        .hasMessageContaining("build: '--fast' is not known to it");
    assertThatThrownBy(() -> callsOf(file.with("./perf publish", "./perf upload")))
        .hasMessageContaining("'upload'");
  }

  @Test
  void ciRunsTheSameStagesInTheSameOrder() throws Exception {
    List<String> jenkins = stages(callsOf(Jenkinsfile.read("Jenkinsfile")));

    Outcome ci =
        probe("ci")
            .run(
                "./perf ci --profile commit --run-id one --thresholds t.yml --environment e.yml",
                Map.of());

    assertThat(ci.exitCode()).as(ci.log()).isZero();
    accept(ci.calls());
    assertThat(stages(ci.calls())).isEqualTo(jenkins);
  }

  /** What the file's lines come to, each accepted by the class that it starts. */
  private List<Call> callsOf(Jenkinsfile file) throws Exception {
    return callsOf(file, new World());
  }

  private List<Call> callsOf(Jenkinsfile file, World world) throws Exception {
    List<Call> calls = new ArrayList<>();
    LauncherProbe probe = probe("jenkins");
    for (Shell shell : file.run(world).shells()) {
      Outcome outcome = probe.run(shell.script(), shell.environment());
      assertThat(outcome.exitCode()).as(shell.script() + ": " + outcome.log()).isZero();
      accept(outcome.calls());
      calls.addAll(outcome.calls());
    }
    return calls;
  }

  private static void accept(List<Call> calls) {
    for (Call call : calls) {
      if (call.main() != null) {
        CommandLine command = Main.command().setCaseInsensitiveEnumValuesAllowed(true);
        try {
          command.parseArgs(call.arguments().toArray(String[]::new));
        } catch (CommandLine.ParameterException e) {
          throw new AssertionError("perf %s: %s".formatted(call.arguments(), e.getMessage()), e);
        }
      }
    }
  }

  /** Without the question whether a stack is there already, which changes nothing. */
  private static List<String> stages(List<Call> calls) {
    return calls.stream().map(Call::stage).filter(stage -> !stage.equals("stack status")).toList();
  }

  private LauncherProbe probe(String name) throws Exception {
    return new LauncherProbe(Files.createTempDirectory(home, name));
  }
}
