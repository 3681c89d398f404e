package io.perfline.sims.driver.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.perfline.sims.driver.CompiledText;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.SessionValues;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** One producer, whose messages go where their key or Kafka's own choice leads them. */
final class TopicConnection implements Connection {
  private static final Duration CLOSE = Duration.ofSeconds(1);

  private final KafkaProducer<byte[], byte[]> producer;
  private final String topic;
  private final CompiledText key;
  private final CompiledText value;
  private final SessionValues values;
  private final RequestListener listener;

  TopicConnection(
      Map<String, Object> properties,
      int index,
      List<TopicPartition> partitions,
      CompiledText key,
      CompiledText value,
      SessionValues values,
      RequestListener listener) {
    topic = partitions.get(0).topic();
    this.key = key;
    this.value = value;
    this.values = values;
    this.listener = listener;
    producer = Producers.open(properties, index, partitions);
  }

  @Override
  public void send(long request) {
    values.begin();
    if (values.isUsedUp()) {
      listener.failed(request, "each row of the data was used once");
      return;
    }
    byte[] body = value.text(values).getBytes(UTF_8);
    byte[] by = key == null ? null : key.text(values).getBytes(UTF_8);
    try {
      var unused =
          producer.send(
              new ProducerRecord<>(topic, by, body),
              (written, failure) -> {
                if (failure == null) {
                  listener.succeeded(request, 1, body.length);
                } else {
                  listener.failed(request, failure.getClass().getSimpleName());
                }
              });
    } catch (KafkaException e) {
      listener.failed(request, e.getClass().getSimpleName());
    }
  }

  @Override
  public void close() {
    producer.close(CLOSE);
  }
}
