package io.perfline.sims.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.Case;
import io.perfline.core.sample.SampleRuns;
import io.perfline.sims.paired.Judgement;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class PairedOptionsTest {

  private static final Case SLOWER =
      SampleRuns.measured("paired/record", SampleRuns.times(1000, 2000));

  private static final Judgement BROKEN =
      new Judgement() {
        @Override
        public boolean decided(Case soFar) {
          return false;
        }

        @Override
        public boolean broken(Case soFar) {
          return true;
        }
      };

  @Test
  void aBrokenCaseEndsThePipelinesLoad() {
    Judgement judgement = options().judgement(BROKEN);

    assertThat(judgement.broken(SLOWER)).isTrue();
  }

  @Test
  void aBrokenCaseOfTheSelfTestEndsItselfAndNoOther() {
    Judgement judgement = options("--candidate-war", "slower.war").judgement(BROKEN);

    assertThat(judgement.decided(SLOWER)).isTrue();
    assertThat(judgement.broken(SLOWER)).isFalse();
  }

  private static PairedOptions options(String... words) {
    PairedOptions options = new PairedOptions();
    new CommandLine(options).parseArgs(words);
    return options;
  }
}
