package io.perfline.sims.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Counts;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.core.run.Unchanged;
import io.perfline.core.sample.SampleRuns;
import java.util.List;
import org.junit.jupiter.api.Test;

class CaseLineTest {

  @Test
  void aCaseWithoutLoadHasNoThroughput() {
    CaseResult loaded = SampleRuns.measured("paired/pages", SampleRuns.times(1000, 2000));

    assertThat(Console.caseLine(loaded)).contains("msg/s  p50 ");
    assertThat(Console.caseLine(loaded.with(new Unchanged("the same classes"))))
        .startsWith("paired/pages")
        .endsWith(" unchanged, not measured")
        .doesNotContain("msg/s");
  }

  @Test
  void aPairedCaseCountsTheCandidateDuringItsTurns() {
    TimeDistribution times = SampleRuns.times(1000, 2000);
    Slice slice = new Slice(0.25, new Counts(2, 2, 100, 0, times, times));
    CaseResult paired =
        SampleRuns.measured("paired/pages", times)
            .withPairs(List.of(new SlicePair(1, true, slice, slice)));

    assertThat(Console.caseLine(paired)).contains("  2,048 msg/s  p50 ");
  }
}
