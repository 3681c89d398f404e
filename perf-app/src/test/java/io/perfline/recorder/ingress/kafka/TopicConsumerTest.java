package io.perfline.recorder.ingress.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.recorder.core.Intakes;
import io.perfline.recorder.core.Recorder;
import io.perfline.recorder.core.Recorder.IngressListener;
import io.perfline.recorder.core.Refusal;
import io.perfline.recorder.message.Recording;
import io.perfline.recorder.store.kafka.KafkaRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** Uses a store that doesn't answer yet, so that taken messages stay open. */
class TopicConsumerTest {

  private static final String TOPIC = "recordings.in";
  private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
  private static final int MORE_THAN_OPEN_AT_ONCE = 3000;

  private final Observed consumer = new Observed();
  private final TopicConsumer taking;

  TopicConsumerTest() throws InterruptedException {
    taking = new TopicConsumer(consumer, new Processor(intake(), null), TOPIC, false);
  }

  @Test
  void pausesWhileTheQueueIsFullAndResumesSoon() {
    consumer.rebalance(List.of(PARTITION));
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    for (int i = 0; i < MORE_THAN_OPEN_AT_ONCE; i++) {
      consumer.addRecord(record(i));
    }

    taking.pollOnce();
    Duration whileThereIsRoom = consumer.waited;
    assertThat(consumer.paused()).isEmpty();

    taking.pollOnce();
    assertThat(consumer.paused()).containsExactly(PARTITION);
    assertThat(consumer.waited.multipliedBy(10)).isLessThan(whileThereIsRoom);
  }

  private static ConsumerRecord<byte[], byte[]> record(int i) {
    Recording recording =
        new Recording(new UUID(1, i), new UUID(2, 2), "/", 200, 1_700_000_000_000L, new byte[10]);
    return new ConsumerRecord<>(
        TOPIC,
        0,
        i,
        0,
        TimestampType.CREATE_TIME,
        16,
        10,
        KafkaRecord.key(recording),
        recording.data(),
        new RecordHeaders(KafkaRecord.headers(recording)),
        Optional.empty());
  }

  private static Recorder.Intake intake() throws InterruptedException {
    IngressListener nobody =
        new IngressListener() {
          @Override
          public void stored(long bytes, long nanos) {
            throw new AssertionError("stored");
          }

          @Override
          public void refused(Refusal refusal) {
            throw new AssertionError(refusal);
          }
        };
    return Intakes.of(false, 1024, nobody);
  }

  /** Kafka's mock consumer, which records the last poll timeout. */
  private static final class Observed extends MockConsumer<byte[], byte[]> {

    private Duration waited;

    Observed() {
      super("earliest");
    }

    @Override
    public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
      waited = timeout;
      return super.poll(timeout);
    }
  }
}
