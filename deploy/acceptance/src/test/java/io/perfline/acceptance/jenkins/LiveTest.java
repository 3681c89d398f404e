package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.acceptance.jenkins.LauncherProbe.Call;
import io.perfline.acceptance.jenkins.LauncherProbe.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --live} does to the load: nothing. The generator is started the same, and later. */
class LiveTest {

  private static final String BEHAVIOUR =
      """
      value() { while (($# > 1)); do [[ $1 == "$WANTED" ]] && echo "$2"; shift; done; }
      home=$(cd "$(dirname "$0")/../.." && pwd)
      case " $* " in
        *' follow '*) WANTED=--ready; sleep 0.5; : >"$home/ready"; : >"$(value "$@")"; sleep 1 ;;
        *' --out '*)
          [[ ! -e $home/ready ]] || echo 'the load begins behind the start'
          WANTED=--out; mkdir -p "$(value "$@")"; echo whole >"$(value "$@")/run.json"
          ;;
      esac
      """;

  @TempDir Path home;
  private LauncherProbe probe;

  @BeforeEach
  void aLauncher() throws Exception {
    probe = new LauncherProbe(home, BEHAVIOUR);
  }

  @Test
  void startsTheSameGeneratorWithOrWithoutIt() throws Exception {
    Outcome without = run("./perf run kafka --profile smoke --out r");
    Outcome live = run("./perf run kafka --live --profile smoke --out r");

    assertThat(load(live)).isEqualTo(load(without)).hasSize(1);
    assertThat(live.calls()).filteredOn(call -> call.arguments().contains("follow")).hasSize(1);
    assertThat(without.calls()).noneMatch(call -> call.arguments().contains("follow"));
    assertThat(live.log()).contains("the load begins behind the start");
    assertThat(without.log()).doesNotContain("behind the start");
  }

  @Test
  void doesTheSameInThePipeline() throws Exception {
    Outcome without = run("./perf ci --run-id one && rm -r runs");
    Outcome live = run("./perf ci --run-id one --live && rm -r runs");

    assertThat(live.exitCode()).as(live.log()).isZero();
    assertThat(load(live)).isEqualTo(load(without)).hasSize(1);
    assertThat(live.calls()).filteredOn(call -> call.arguments().contains("follow")).hasSize(1);
  }

  @Test
  void needsToKnowWhichRunToFollow() throws Exception {
    Outcome outcome = run("./perf run kafka --live");

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.log()).contains("--live needs --out RUN");
  }

  private Outcome run(String command) throws Exception {
    return probe.run(command, Map.of());
  }

  private static List<List<String>> load(Outcome outcome) {
    return outcome.calls().stream()
        .map(Call::arguments)
        .filter(arguments -> arguments.contains("run") && arguments.contains("--out"))
        .toList();
  }
}
