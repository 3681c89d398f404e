package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.acceptance.jenkins.LauncherProbe.Call;
import io.perfline.acceptance.jenkins.LauncherProbe.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every build marks the level shifts of its history, and none fails by what they say. */
class TrendTest {

  /** Publishing ends with the exit code PUBLISH, the trend with TREND. */
  private static final String BEHAVIOUR =
      """
      value() { while (($# > 1)); do [[ $1 == --out ]] && echo "$2"; shift; done; }
      case " $* " in
        *' --out '*) mkdir -p "$(value "$@")"; echo whole >"$(value "$@")/run.json" ;;
        *' publish '*) exit "${PUBLISH:-0}" ;;
        *' trend '*) exit "${TREND:-0}" ;;
      esac
      """;

  @TempDir Path home;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void jenkinsGoesOnWhateverTheTrendIs(int exitCode) throws IOException {
    World world = new World().ending("./perf trend", exitCode);

    Build build = Jenkinsfile.read("Jenkinsfile").run(world);

    assertThat(build.result()).isEqualTo(Result.SUCCESS);
    assertThat(build.scripts())
        .containsSubsequence(
            "./perf publish \"$RUN\" --environment \"$PLACE\"",
            "./perf trend \"$RUN\" --publish --environment \"$PLACE\"",
            "./perf report \"$RUN\"");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void soDoesCiAndTellsWhenNothingWasMarked(int exitCode) throws Exception {
    Outcome ci = ci(Map.of("TREND", Integer.toString(exitCode)));

    assertThat(ci.exitCode()).as(ci.log()).isZero();
    assertThat(ci.log().contains("the level shifts are not marked")).isEqualTo(exitCode > 1);
    assertThat(ci.calls()).extracting(Call::stage).contains("report");
    assertThat(trend(ci))
        .singleElement()
        .asList()
        .containsSubsequence(home + "/runs/one", "--environment", "e.yml", "--publish");
  }

  @Test
  void ciLooksForNoneInWhatItCouldNotPublish() throws Exception {
    Outcome ci = ci(Map.of("PUBLISH", "3"));

    assertThat(ci.exitCode()).isEqualTo(3);
    assertThat(trend(ci)).isEmpty();
  }

  private Outcome ci(Map<String, String> environment) throws Exception {
    return new LauncherProbe(home, BEHAVIOUR)
        .run("./perf ci --run-id one --environment e.yml", environment);
  }

  private static List<List<String>> trend(Outcome ci) {
    return ci.calls().stream()
        .map(Call::arguments)
        .filter(arguments -> arguments.contains("trend"))
        .toList();
  }
}
