package io.perfline.proof.year;

import static io.perfline.core.sample.SampleRuns.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import org.junit.jupiter.api.Test;

class SimulatedYearTest {

  /** Two of one name would overwrite each other, and the year be smaller than it says. */
  @Test
  void aBuildHasTheConfiguredNumberOfUniquelyNamedCases() {
    assertThat(new SimulatedYear(START, 2, 50).build(0).cases())
        .extracting(CaseResult::name)
        .hasSize(50)
        .doesNotHaveDuplicates();
  }
}
