package io.perfline.proof.year;

import static io.perfline.core.sample.SampleRuns.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import org.junit.jupiter.api.Test;

class SimulatedYearTest {

  /** Two cases of the same name would overwrite each other and make the year too small. */
  @Test
  void aBuildHasTheConfiguredNumberOfUniquelyNamedCases() {
    assertThat(new SimulatedYear(START, 2, 50).build(0).cases())
        .extracting(CaseResult::name)
        .hasSize(50)
        .doesNotHaveDuplicates();
  }
}
