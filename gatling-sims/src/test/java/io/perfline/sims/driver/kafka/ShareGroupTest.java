package io.perfline.sims.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.apache.kafka.clients.admin.SharePartitionOffsetInfo;
import org.junit.jupiter.api.Test;

class ShareGroupTest {

  @Test
  void readsReportsOfOlderBrokers() {
    assertThat(WatchedGroup.unacknowledged(null, 5, 9)).isEqualTo(4);
    assertThat(WatchedGroup.unacknowledged(info(-1, Optional.empty()), 5, 9)).isEqualTo(4);
    assertThat(WatchedGroup.unacknowledged(info(7, Optional.empty()), 5, 9)).isEqualTo(2);
    assertThat(WatchedGroup.unacknowledged(info(7, Optional.of(1L)), 5, 9)).isEqualTo(1);
  }

  private static SharePartitionOffsetInfo info(long start, Optional<Long> lag) {
    return new SharePartitionOffsetInfo(start, Optional.empty(), lag);
  }
}
