package io.perfline.sims.driver.kafka;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.sims.driver.DriverException;
import java.util.Map;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AcknowledgedOffsetsTest {

  private static final TopicPartition ONE = new TopicPartition("topic", 0);

  private final AcknowledgedOffsets acknowledged = new AcknowledgedOffsets();

  @BeforeEach
  void threeAreAcknowledged() {
    for (int offset = 0; offset < 3; offset++) {
      acknowledge(offset);
    }
  }

  @Test
  void unacknowledgedMessagesInBetweenDoNoHarm() {
    assertThatCode(() -> acknowledged.check(Map.of(ONE, 5L))).doesNotThrowAnyException();
  }

  @Test
  void anOffsetBeyondTheEndOfItsPartitionIsLost() {
    assertThatThrownBy(() -> acknowledged.check(Map.of(ONE, 2L)))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("1 acknowledged messages are not in Kafka");
    assertThatThrownBy(() -> acknowledged.check(Map.of())).hasMessageContaining("3 are after");
  }

  @Test
  void anOffsetThatWasReusedByAnotherMessageIsLost() {
    acknowledge(2);

    assertThatThrownBy(() -> acknowledged.check(Map.of(ONE, 3L)))
        .hasMessageContaining("of 1 another has the offset");
  }

  private void acknowledge(int offset) {
    acknowledged.add(new RecordMetadata(ONE, offset, 0, 0, 0, 0));
  }
}
