package io.perfline.sims.paired;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.Counts;
import io.perfline.core.run.SentRequests;
import io.perfline.sims.engine.SliceMeasurement;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SentBalanceTest {

  private static final Duration MOST = Duration.ofMillis(250);

  private static SliceMeasurement sent(long requests) {
    return new SliceMeasurement(0.5, Counts.NONE, requests, null);
  }

  @Test
  void theBuildWithFewerRequestsGetsTheMissingOnes() {
    SentBalance balance = new SentBalance(true, 4);
    balance.add(Pairs.CANDIDATE, sent(325));
    balance.add(Pairs.BASELINE, sent(285));

    assertThat(balance.isUneven()).isTrue();
    assertThat(balance.sideWithFewer()).isEqualTo(Pairs.BASELINE);
    assertThat(balance.length(MOST)).isEqualTo(Duration.ofNanos(70_175_438));

    balance.add(Pairs.BASELINE, sent(37));

    assertThat(balance.isUneven()).as("a load sends at least four").isFalse();
    assertThat(balance.sent()).isEqualTo(new SentRequests(325, 322));
    assertThat(balance.sent().areDifferent()).isFalse();
    assertThat(new SentRequests(325, 285).areDifferent()).isTrue();
  }

  @Test
  void aBuildWithoutRequestsIsLoadedForAsLongAsAllowed() {
    SentBalance balance = new SentBalance(true, 4);
    balance.add(Pairs.BASELINE, sent(285));

    assertThat(balance.sideWithFewer()).isEqualTo(Pairs.CANDIDATE);
    assertThat(balance.length(MOST)).isEqualTo(MOST);
  }

  @Test
  void aLoadThatOnlyReadsIsLeftUneven() {
    SentBalance balance = new SentBalance(false, 4);
    balance.add(Pairs.CANDIDATE, sent(325));

    assertThat(balance.isUneven()).isFalse();
    assertThat(balance.sent()).isNull();
    assertThat(balance.sentTo(Pairs.CANDIDATE)).isEqualTo(325);
  }
}
