package io.perfline.sims.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.sample.SampleRuns;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class PairedOptionsTest {

  private static final CaseResult SLOWER =
      SampleRuns.measured("paired/record", SampleRuns.times(1000, 2000));

  private static final io.perfline.core.run.StoppingRule BROKEN =
      new io.perfline.core.run.StoppingRule() {
        @Override
        public boolean decided(CaseResult soFar) {
          return false;
        }

        @Override
        public boolean broken(CaseResult soFar) {
          return true;
        }
      };

  @Test
  void aBrokenCaseEndsThePipelinesLoad() {
    io.perfline.core.run.StoppingRule stoppingRule = options().judgement(BROKEN);

    assertThat(stoppingRule.broken(SLOWER)).isTrue();
  }

  @Test
  void aBrokenCaseOfTheSelfTestEndsItselfAndNoOther() {
    io.perfline.core.run.StoppingRule stoppingRule =
        options("--candidate-war", "slower.war").judgement(BROKEN);

    assertThat(stoppingRule.decided(SLOWER)).isTrue();
    assertThat(stoppingRule.broken(SLOWER)).isFalse();
  }

  private static PairedOptions options(String... words) {
    PairedOptions options = new PairedOptions();
    new CommandLine(options).parseArgs(words);
    return options;
  }
}
