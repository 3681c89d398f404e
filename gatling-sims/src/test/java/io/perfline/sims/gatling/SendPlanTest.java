package io.perfline.sims.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatling.core.util.Shard;
import io.perfline.sims.gatling.SteadyTally.SendPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SendPlanTest {

  /** Gatling distributes users in the same way. */
  @ParameterizedTest
  @CsvSource({"100, 3", "1, 5", "0.3, 10", "33.4, 7", "1000, 2", "2500.5, 3", "0.1, 1"})
  void matchesGatlingsArrivals(double rate, int seconds) {
    SendPlan plan = SendPlan.constant(rate, seconds);

    long users = Math.round(rate * seconds);
    assertThat(plan.size()).isEqualTo((int) users);
    int n = 0;
    for (int second = 0; second < seconds; second++) {
      long inSecond = Shard.shard(users, second, seconds).length();
      scala.collection.Iterator<Object> millis = Shard.shards(inSecond, 1000);
      for (int milli = 0; millis.hasNext(); milli++) {
        for (long i = (Long) millis.next(); i > 0; i--) {
          assertThat(plan.offset(n++)).isEqualTo(second * 1000L + milli);
        }
      }
    }
    assertThat(n).isEqualTo(plan.size());
  }

  @Test
  void findsItsStartFromTheLeastDelayedRequest() {
    SendPlan plan = SendPlan.constant(2, 2);

    assertThat(plan.origin(new long[] {10_300, 10_501, 11_007, 11_900})).isEqualTo(10_001);
  }

  @Test
  void measuresALateRequestFromItsPlannedTime() {
    SendPlan plan = SendPlan.constant(2, 2);

    assertThat(plan.intended(10_000, 1, 10_900)).isEqualTo(10_500);
    assertThat(plan.intended(10_000, 1, 10_505)).isEqualTo(10_505);
    assertThat(plan.intended(10_000, 1, 10_506)).isEqualTo(10_500);
  }
}
