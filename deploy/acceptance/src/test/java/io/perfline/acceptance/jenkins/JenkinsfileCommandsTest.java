package io.perfline.acceptance.jenkins;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.acceptance.jenkins.LauncherProbe.Call;
import io.perfline.acceptance.jenkins.LauncherProbe.Outcome;
import io.perfline.cli.Main;
import io.perfline.cli.pipeline.CiCommand;
import io.perfline.cli.pipeline.LoadForecast;
import io.perfline.cli.pipeline.Stages;
import io.perfline.core.command.Command;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.RunBaseline;
import io.perfline.gate.GateStage;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Verdict;
import io.perfline.sims.run.Forecast;
import io.perfline.sims.run.RunRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/**
 * Tests that the commands accept every command line of the Jenkinsfile, and that ci runs the same
 * ones.
 */
class JenkinsfileCommandsTest {

  /** The class of each stage's command. */
  private static final Map<String, String> STAGES =
      Map.ofEntries(
          entry("plan", "run --list"),
          entry("check", "gate --check"),
          entry("baseline", "baseline"),
          entry("stackIsUp", "stack status"),
          entry("stackUp", "stack up"),
          entry("stackDown", "stack down"),
          entry("deploy", "deploy"),
          entry("run", "run"),
          entry("publish", "publish"),
          entry("judge", "gate"),
          entry("trend", "trend"),
          entry("report", "report"));

  /** Steps of ci without a stage in Jenkins: the forecast of the load. */
  private static final Set<String> FORESIGHT = Set.of("requireBaseline", "forecast");

  private static final String THRESHOLDS =
      """
      version: 1
      baselines: {parent: {paired: true}}
      thresholds:
        - {id: a, case: paired/a, metric: service_time.p50, pass: "<= +10 %", baseline: parent}
      """;

  @TempDir Path home;

  @ParameterizedTest
  @CsvSource({
    "Jenkinsfile, GENERATORS, 3",
    "Jenkinsfile, GENERATORS, 2 paired",
    "Jenkinsfile, BASELINE, paired",
    "Jenkinsfile, BASELINE, none",
    "Jenkinsfile, PROFILE, soak",
    "Jenkinsfile, PROFILE, nightly",
    "deploy/jenkins/release.Jenkinsfile, PRODUCTION, live.yml",
    "deploy/jenkins/bisect.Jenkinsfile, CASE, paired/record"
  })
  void everyLineIsAcceptedByTheCommandItCalls(String path, String parameter, String value)
      throws Exception {
    String[] words = value.split(" ", 2);
    World world = new World().with("TAG", "HEAD").with("LAST", "HEAD").with(parameter, words[0]);
    world.with("GOOD", "HEAD^").with("BAD", "HEAD");
    if (parameter.equals("GENERATORS")) {
      String baseline = words.length > 1 ? words[1] : "history";
      world.with("BASELINE", baseline).with("ENVIRONMENT", "my.yml");
    }

    assertThat(callsOf(Jenkinsfile.read(path), world)).isNotEmpty();
  }

  @Test
  void rejectsAnUnknownOption() throws Exception {
    Jenkinsfile file = Jenkinsfile.read("Jenkinsfile");

    assertThatThrownBy(() -> callsOf(file.with("./perfline report", "./perfline report --pretty")))
        .hasMessageContaining("Unknown option: '--pretty'");
    assertThatThrownBy(() -> callsOf(file.with("perfline build'", "perfline build --fast'")))
        .hasMessageContaining("Unknown option: '--fast'");
    assertThatThrownBy(() -> callsOf(file.with("./perfline publish", "./perfline upload")))
        .hasMessageContaining("'upload'");
  }

  @Test
  void ciRunsTheSameStagesInTheSameOrder() throws Exception {
    List<String> jenkins =
        stages(
            callsOf(Jenkinsfile.read("Jenkinsfile")).stream()
                .filter(call -> !call.arguments().contains("--judged")) // which ci does itself
                .toList());

    List<String> called = new ArrayList<>();
    called.add("build"); // which is a command of the launcher
    Stages stages =
        (Stages)
            Proxy.newProxyInstance(
                Stages.class.getClassLoader(),
                new Class<?>[] {Stages.class},
                (proxy, method, arguments) -> {
                  if (!FORESIGHT.contains(method.getName())) {
                    called.add(STAGES.get(method.getName()));
                  }
                  if (method.getReturnType() == Forecast.class) {
                    return new Forecast(0, 0, Duration.ZERO, Duration.ZERO);
                  }
                  return method.getReturnType() == LoadForecast.class
                      ? new LoadForecast(List.of(), List.of())
                      : result(method.getName(), arguments);
                });
    StringWriter printed = new StringWriter();
    PrintWriter out = new PrintWriter(printed, true);
    Files.writeString(
        home.resolve("perf.yml"),
        "version: 1\nservice: {war: a.war}\nenvironment: e.yml\nworkloads: some\n");
    Path servers = home.resolve("e.yml");
    Files.writeString(servers, "name: here\nservice: {url: 'http://127.0.0.1:1/a'}\n");
    int code =
        Command.run(
            new CiCommand(home, writer -> stages, Clock.systemUTC()),
            out,
            out,
            "--profile=commit",
            "--run-id=one",
            "--thresholds=t.yml",
            "--environment=" + servers);

    assertThat(code).as(printed.toString()).isZero();
    assertThat(called.stream().filter(stage -> !stage.equals("stack status")))
        .containsExactlyElementsOf(jenkins);
  }

  /** The results that let ci continue. */
  private static Object result(String stage, Object[] arguments) throws IOException {
    switch (stage) {
      case "stackIsUp":
        return false;
      case "check":
        return ThresholdsFile.read("thresholds.yml", THRESHOLDS);
      case "baseline":
        return new BaselineFile(
            new RunBaseline("main~1", null, BaselineSource.FOUND, null), null, null);
      case "run":
        Path run = Files.createDirectories(((RunRequest) arguments[0]).folder());
        Files.writeString(run.resolve("run.json"), "");
        return null;
      case "judge":
        Line line = Line.ofComparison(Finding.UNCHANGED, "met");
        Verdict verdict =
            new Verdict(
                Verdict.SCHEMA,
                "one",
                "local",
                "main",
                "none",
                "commit",
                "here",
                Instant.EPOCH,
                Verdict.outcomeOf(List.of(), List.of(line)),
                "met",
                null,
                List.of(),
                List.of(line),
                List.of());
        return new GateStage.Result(verdict, List.of());
      default:
        return stage.equals("plan") ? List.of() : null;
    }
  }

  /** Returns the calls of the Jenkinsfile's shell lines, each accepted by its command. */
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
      throw new AssertionError("perfline %s: %s".formatted(words, e.getMessage()), e);
    }
  }

  private static List<String> stages(List<Call> calls) {
    return calls.stream().map(Call::stage).toList();
  }

  private LauncherProbe probe(String name) throws Exception {
    return new LauncherProbe(Files.createTempDirectory(home, name));
  }
}
