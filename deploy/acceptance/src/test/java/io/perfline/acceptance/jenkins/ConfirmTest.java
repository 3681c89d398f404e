package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.acceptance.jenkins.LauncherProbe.Call;
import io.perfline.acceptance.jenkins.LauncherProbe.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./perf ci --confirm} does, with a gate that leaves a case open as often as told. */
class ConfirmTest {

  /** The gate decides at the look number DECIDED, with the exit code CODE; a round may fail. */
  private static final String BEHAVIOUR =
      """
      value() { while (($# > 1)); do [[ $1 == "$WANTED" ]] && echo "$2"; shift; done; }
      home=$(cd "$(dirname "$0")/../.." && pwd)
      case " $* " in
        *' --check '*) WANTED=--release; printf '%s' "${NAMED:-}" >"$(value "$@")" ;;
        *' --add-to '*)
          [[ -z ${HANG:-} ]] || { echo $$ >"$home/round"; exec sleep 300; }
          exit "${MEASURED:-0}"
          ;;
        *' --out '*) WANTED=--out; mkdir -p "$(value "$@")"; touch "$(value "$@")/run.json" ;;
        *' gate '*)
          echo >>"$home/looks"
          WANTED=--open
          if (($(wc -l <"$home/looks") < DECIDED)); then echo paired/record; fi >"$(value "$@")"
          exit "${CODE:-0}"
          ;;
      esac
      """;

  @TempDir Path home;
  private LauncherProbe probe;
  private String war;

  @BeforeEach
  void aLauncherAndARelease() throws Exception {
    probe = new LauncherProbe(home, BEHAVIOUR);
    war = Files.writeString(home.resolve("release.war"), "").toString();
  }

  @Test
  void measuresOnUntilTheGateHasDecided() throws Exception {
    Outcome ci = ci("--baseline-war %s --confirm 5", Map.of("DECIDED", "3"));

    assertThat(ci.exitCode()).as(ci.log()).isZero();
    assertThat(rounds(ci)).hasSize(2);
    assertThat(rounds(ci).get(0).arguments())
        .containsSubsequence("run", "paired/record", "--add-to")
        .containsSubsequence("--baseline-war", war);
    assertThat(looks(ci)).isEqualTo(3);
    assertThat(ci.log()).contains("round 1 of 5", "round 2 of 5").doesNotContain("round 3");
  }

  @Test
  void measuresNoMoreRoundsThanToldAndKeepsTheVerdict() throws Exception {
    Outcome ci = ci("--baseline-war %s --confirm 2", Map.of("DECIDED", "99", "CODE", "1"));

    assertThat(ci.exitCode()).as(ci.log()).isEqualTo(1);
    assertThat(rounds(ci)).hasSize(2);
  }

  @Test
  void looksOnceWhenNotTold() throws Exception {
    Outcome ci = ci("--baseline-war %s", Map.of("DECIDED", "99"));

    assertThat(rounds(ci)).isEmpty();
    assertThat(looks(ci)).isEqualTo(1);
  }

  @Test
  void takesTheReleaseThatTheThresholdsName() throws Exception {
    Outcome there = ci("--confirm 1", Map.of("DECIDED", "99", "NAMED", war));
    assertThat(rounds(there)).hasSize(1);
    assertThat(there.calls())
        .filteredOn(call -> call.arguments().contains("--baseline-war"))
        .as("the run and its round")
        .hasSize(2);

    Outcome missing = ci("--confirm 1", Map.of("DECIDED", "1", "NAMED", war + ".gone"));
    assertThat(missing.log()).contains("release.war.gone", "is not there");
    assertThat(missing.calls()).noneMatch(call -> call.arguments().contains("--baseline-war"));
  }

  @Test
  void aRoundThatCouldNotBeMeasuredIsNoVerdict() throws Exception {
    Outcome ci = ci("--baseline-war %s --confirm 3", Map.of("DECIDED", "99", "MEASURED", "3"));

    assertThat(ci.exitCode()).as(ci.log()).isEqualTo(3);
    assertThat(rounds(ci)).hasSize(1);
  }

  @Test
  void interruptedInARoundItLeavesNothingRunning() throws Exception {
    Outcome ci =
        probe.run(
            """
            ./perf ci --run-id one --baseline-war %s --confirm 3 & ci=$!
            while ! [ -s round ]; do sleep 0.1; done
            kill -TERM $ci
            code=0; wait $ci || code=$?
            if kill -0 "$(cat round)" 2>/dev/null; then echo 'the round goes on'; fi
            exit $code
            """
                .formatted(war),
            Map.of("DECIDED", "99", "HANG", "1"));

    assertThat(ci.exitCode()).as(ci.log()).isEqualTo(143);
    assertThat(ci.log()).contains("interrupted, no verdict").doesNotContain("the round goes on");
    assertThat(ci.calls()).extracting(Call::stage).endsWith("stack down");
  }

  @Test
  void refusesWhatIsNoNumberOfRoundsOrNoFile() throws Exception {
    assertThat(ci("--confirm often", Map.of()).exitCode()).isEqualTo(2);
    assertThat(ci("--confirm -1", Map.of()).exitCode()).isEqualTo(2);
    assertThat(ci("--baseline-war nowhere.war", Map.of()).exitCode()).isEqualTo(2);
  }

  private Outcome ci(String options, Map<String, String> variables) throws Exception {
    Files.deleteIfExists(home.resolve("looks"));
    String id = "run" + System.nanoTime();
    return probe.run("./perf ci --run-id " + id + " " + options.formatted(war), variables);
  }

  private static List<Call> rounds(Outcome ci) {
    return ci.calls().stream().filter(call -> call.arguments().contains("--add-to")).toList();
  }

  private static long looks(Outcome ci) {
    return ci.calls().stream().filter(call -> call.arguments().contains("--open")).count();
  }
}
