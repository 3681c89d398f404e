package io.perfline.cli.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.cli.pipeline.EarlierDurations.Build;
import io.perfline.cli.pipeline.EarlierDurations.Kind;
import io.perfline.gate.verdict.Outcome;
import io.perfline.sims.run.Forecast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EarlierDurationsTest {

  private static final Forecast PLAN =
      new Forecast(0, 1, Duration.ofSeconds(90), Duration.ofSeconds(510));

  @TempDir private Path folder;
  private EarlierDurations earlier;

  @BeforeEach
  void none() {
    earlier = new EarlierDurations(folder.resolve(".perf/durations.json"));
  }

  @Test
  void theFirstBuildIsForecastByItsPlan() {
    assertThat(earlier.forecast("commit", PLAN, false)).isEqualTo(PLAN.text());
    assertThat(earlier.secondsOfComparison("commit")).isEmpty();
  }

  @Test
  void laterBuildsAreForecastByEarlierOnes() {
    add(PLAN.text(), Kind.ALONE, 60);
    assertThat(earlier.forecast("commit", PLAN, false))
        .isEqualTo("about 60 seconds: 1 comparison, as earlier builds");

    add(PLAN.text(), Kind.COMPARED, 245);
    add(PLAN.text(), Kind.COMPARED, 310);
    add(PLAN.text(), Kind.REUSED, 82);

    assertThat(earlier.forecast("commit", PLAN, true))
        .isEqualTo(
            "about 4 to 5 minutes: 1 comparison, as earlier builds;"
                + " about 82 seconds if nothing that runs has changed");
    assertThat(earlier.secondsOfComparison("commit")).hasValue(310);
  }

  @Test
  void buildsWithoutAVerdictDoNotCount() {
    earlier.addJudged(Outcome.FAIL, new Build("commit", PLAN.text(), Kind.COMPARED, 245));
    earlier.addJudged(Outcome.INVALID, new Build("commit", PLAN.text(), Kind.COMPARED, 67));

    assertThat(earlier.forecast("commit", PLAN, false))
        .isEqualTo("about 4 minutes: 1 comparison, as earlier builds");
  }

  @Test
  void buildsOfAnotherProfileOrPlanDoNotCount() {
    add("about 1 minute: 1 comparison", Kind.COMPARED, 30);
    earlier.add(new Build("nightly", PLAN.text(), Kind.COMPARED, 3000));

    assertThat(earlier.forecast("commit", PLAN, false)).isEqualTo(PLAN.text());
  }

  @Test
  void onlyTheLatestBuildsCount() {
    add(PLAN.text(), Kind.COMPARED, 9000);
    for (int i = 0; i < 60; i++) {
      add(PLAN.text(), Kind.COMPARED, 240);
    }

    assertThat(earlier.forecast("commit", PLAN, false)).startsWith("about 4 minutes: ");
    assertThat(folder.resolve(".perf/durations.json")).content().doesNotContain("9000");
  }

  @Test
  void anUnreadableFileLeavesThePlan() throws IOException {
    Files.createDirectories(folder.resolve(".perf"));
    Files.writeString(folder.resolve(".perf/durations.json"), "{");

    assertThat(earlier.forecast("commit", PLAN, false)).isEqualTo(PLAN.text());
  }

  @ParameterizedTest
  @CsvSource({"0.2, 1 seconds", "82, 82 seconds", "240, 4 minutes", "9000, 2.5 hours"})
  void formatsDurations(double seconds, String text) {
    assertThat(EarlierDurations.text(seconds)).isEqualTo(text);
  }

  private void add(String plan, Kind kind, double seconds) {
    earlier.add(new Build("commit", plan, kind, seconds));
  }
}
