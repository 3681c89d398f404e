package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.acceptance.jenkins.LauncherProbe.Call;
import io.perfline.acceptance.jenkins.LauncherProbe.Outcome;
import io.perfline.cli.CiCommand;
import io.perfline.cli.Main;
import io.perfline.cli.StageRunner;
import io.perfline.core.command.Command;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.RunBaseline;
import io.perfline.gate.GateCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
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
    "Jenkinsfile, PROFILE, nightly",
    "deploy/jenkins/release.Jenkinsfile, PRODUCTION, live.yml",
    "deploy/jenkins/bisect.Jenkinsfile, CASE, paired/record"
  })
  void everyLineIsAcceptedByTheCommandItCalls(String path, String parameter, String value)
      throws Exception {
    World world = new World().with("TAG", "HEAD").with("LAST", "HEAD").with(parameter, value);
    if (parameter.equals("GENERATORS")) {
      world.with("BASELINE", "history").with("ENVIRONMENT", "my.yml");
    }

    assertThat(callsOf(Jenkinsfile.read(path), world)).isNotEmpty();
  }

  @Test
  void anOptionThatDoesNotExistIsRed() throws Exception {
    Jenkinsfile file = Jenkinsfile.read("Jenkinsfile");

    assertThatThrownBy(() -> callsOf(file.with("./perf report", "./perf report --pretty")))
        .hasMessageContaining("Unknown option: '--pretty'");
    assertThatThrownBy(() -> callsOf(file.with("perf build'", "perf build --fast'")))
        .hasMessageContaining("Unknown option: '--fast'");
    assertThatThrownBy(() -> callsOf(file.with("./perf publish", "./perf upload")))
        .hasMessageContaining("'upload'");
  }

  @Test
  void ciRunsTheSameStagesInTheSameOrder() throws Exception {
    List<String> jenkins =
        stages(
            callsOf(Jenkinsfile.read("Jenkinsfile")).stream()
                .filter(call -> !call.arguments().contains("--judged")) // which ci does by itself
                .toList());

    List<List<String>> called = new ArrayList<>();
    called.add(List.of("build")); // which is the launcher's
    StageRunner stages =
        (out, err, words) -> {
          called.add(words);
          return words.equals(List.of("stack", "status")) ? 3 : leave(words);
        };
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    Files.writeString(
        home.resolve("perf.yml"),
        "version: 1\nservice: {war: a.war}\nenvironment: e.yml\nworkloads: some\n");
    Path servers = home.resolve("e.yml");
    Files.writeString(servers, "name: here\nservice: {url: 'http://127.0.0.1:1/a'}\n");
    int code =
        Command.run(
            new CiCommand(home, stages, Clock.systemUTC()),
            nowhere,
            nowhere,
            "--profile=commit",
            "--run-id=one",
            "--thresholds=t.yml",
            "--environment=" + servers);

    assertThat(code).isZero();
    called.forEach(JenkinsfileCommandsTest::accept);
    assertThat(called.stream().map(Call::stage).filter(stage -> !stage.equals("stack status")))
        .containsExactlyElementsOf(jenkins);
  }

  /** The files that tell ci to go on. */
  private static int leave(List<String> words) {
    try {
      if (words.contains("--release")) {
        Path release = Path.of(words.get(words.indexOf("--release") + 1));
        Files.writeString(release, GateCommand.ANY_BASELINE);
      }
      if (words.get(0).equals("baseline")) {
        RunBaseline parent = new RunBaseline("main~1", null, "found", null);
        new BaselineFile(parent, null, null).write(Path.of(words.get(words.indexOf("--out") + 1)));
      } else if (words.contains("--out")) {
        Path run = Path.of(words.get(words.indexOf("--out") + 1));
        Files.writeString(Files.createDirectories(run).resolve("run.json"), "");
      }
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
      outcome.calls().stream()
          .filter(call -> call.main() != null)
          .map(Call::arguments)
          .forEach(JenkinsfileCommandsTest::accept);
      calls.addAll(outcome.calls());
    }
    return calls;
  }

  private static void accept(List<String> words) {
    try {
      Main.command()
          .setCaseInsensitiveEnumValuesAllowed(true)
          .parseArgs(words.toArray(String[]::new));
    } catch (CommandLine.ParameterException e) {
      throw new AssertionError("perf %s: %s".formatted(words, e.getMessage()), e);
    }
  }

  private static List<String> stages(List<Call> calls) {
    return calls.stream().map(Call::stage).toList();
  }

  private LauncherProbe probe(String name) throws Exception {
    return new LauncherProbe(Files.createTempDirectory(home, name));
  }
}
