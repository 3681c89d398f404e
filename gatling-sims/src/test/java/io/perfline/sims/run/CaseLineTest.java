package io.perfline.sims.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.Case;
import io.perfline.core.sample.SampleRuns;
import org.junit.jupiter.api.Test;

class CaseLineTest {

  @Test
  void aCaseThatWasNotLoadedHasNoThroughput() {
    Case loaded = SampleRuns.measured("paired/pages", SampleRuns.times(1000, 2000));

    assertThat(CaseLine.of(loaded)).contains("msg/s  p50 ");
    assertThat(CaseLine.of(loaded.toBuilder().unchanged("the same classes").build()))
        .startsWith("paired/pages")
        .endsWith(" unchanged")
        .doesNotContain("msg/s");
  }
}
