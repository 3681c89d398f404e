package io.perfline.sims.driver.kafka;

import io.perfline.core.environment.Environment;
import io.perfline.core.environment.Kafka;
import io.perfline.core.environment.RecorderService;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.Recordings;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Kafka with kafka-clients: a request is a batch of messages for one partition. Through the
 * recorder, it has come back when the recorder has acknowledged all of its messages.
 */
public final class KafkaDriver implements Driver {

  static final String MESSAGE_BYTES = "message_bytes";
  static final String BATCH_SIZE = "batch_size";
  static final String TOPICS = "topics";
  static final String PARTITIONS = "partitions";
  static final String REPLICAS = "replicas";
  static final String ACKS = "acks";
  static final String FAULT = "fault";
  static final String DISK_FULL = "disk_full";
  static final String DISK_MIB = "disk_mib";

  @Override
  public String name() {
    return "kafka";
  }

  @Override
  public List<SettingKey> keys() {
    return List.of(
        SettingKey.count(MESSAGE_BYTES, 100L, "data in a message, before Kryo serializes it"),
        SettingKey.count(BATCH_SIZE, 1L, "messages in a request, acknowledged together"),
        SettingKey.count(TOPICS, 1L, "topics, written in turn"),
        SettingKey.count(PARTITIONS, 1L, "partitions of a topic, written in turn"),
        SettingKey.count(REPLICAS, 1L, "copies of each partition"),
        SettingKey.choice(ACKS, "whose acknowledgement counts", "all", "1"),
        SettingKey.choice(
            FAULT,
            "what goes wrong under load: it fills the disk of a Kafka that is the case's own",
            "none",
            DISK_FULL),
        SettingKey.count(DISK_MIB, 128L, "the size of that disk, which is in memory"));
  }

  @Override
  public List<Target> targets() {
    return List.of(Target.DIRECT, Target.RECORDER);
  }

  @Override
  public void check(Environment environment, Target target) {
    environment.kafka();
    if (target == Target.RECORDER) {
      environment.recorder();
    }
  }

  @Override
  public Session open(Environment environment, Target target, String scope, CaseSettings settings)
      throws InterruptedException {
    if (target == Target.DIRECT) {
      return settings.choice(FAULT).equals(DISK_FULL)
          ? FullDiskSession.open(scope, settings)
          : KafkaSession.open(environment.kafka(), scope, settings, null);
    }
    RecorderService recorder = environment.recorder();
    return recorder(environment.kafka(), recorder.topicIn(), recorder.topicAcks(), settings);
  }

  /**
   * The same through a recorder whose topics have other names.
   *
   * @param in where it takes messages from
   * @param acknowledgements where the ids of stored messages go
   */
  public static Session recorder(
      Kafka kafka, String in, String acknowledgements, CaseSettings settings)
      throws InterruptedException {
    return RecorderSession.open(kafka, in, acknowledgements, settings);
  }

  /**
   * The properties of a connection's producer, for another tool that is to be compared with it;
   * without its name and its memory: here the window says how much is in flight, there the memory
   * does.
   */
  public static Map<String, String> producer(Kafka kafka, CaseSettings settings) {
    int message = new Recordings(settings.number(MESSAGE_BYTES), 0).serialized()[0].length;
    Map<String, String> text = new TreeMap<>();
    BatchPlan.of(settings.number(BATCH_SIZE), message)
        .producer(kafka, settings, 0)
        .forEach((name, value) -> text.put(name, value.toString()));
    text.keySet()
        .removeAll(Set.of(ProducerConfig.CLIENT_ID_CONFIG, ProducerConfig.BUFFER_MEMORY_CONFIG));
    return text;
  }
}
