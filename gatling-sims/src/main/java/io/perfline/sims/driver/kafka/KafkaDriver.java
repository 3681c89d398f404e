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
 * Drives Kafka with kafka-clients. A request is a batch of messages for one partition. With the
 * target {@code recorder}, it succeeds when the recorder has acknowledged all of its messages.
 */
public final class KafkaDriver implements Driver {

  static final String TOPICS = "topics";
  static final String ACKS = "acks";
  static final String DISK_FULL = "disk_full";
  static final String DISK_MIB = "disk_mib";

  @Override
  public String name() {
    return "kafka";
  }

  @Override
  public List<SettingKey> keys() {
    return List.of(
        SettingKey.count(
            CaseSettings.MESSAGE_BYTES,
            100L,
            "Sets the bytes of a message before Kryo serializes it."),
        SettingKey.count(
            CaseSettings.BATCH_SIZE,
            1L,
            "Sets the number of messages per request, which are acknowledged together."),
        SettingKey.count(TOPICS, 1L, "Sets the number of topics, which are written in turn."),
        SettingKey.count(
            CaseSettings.PARTITIONS,
            1L,
            "Sets the number of partitions per topic, which are written in turn."),
        SettingKey.count(CaseSettings.REPLICAS, 1L, "Sets the replication factor."),
        SettingKey.choice(ACKS, "Sets the acks of the producer.", "all", "1"),
        SettingKey.choice(
            CaseSettings.FAULT,
            "Injects a fault: the load fills the disk of a Kafka that runs only for the case.",
            "none",
            DISK_FULL),
        SettingKey.count(
            DISK_MIB, 128L, "Sets the size of that disk, which is in memory, in MiB."));
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
      return KafkaSession.open(environment.kafka(), scope, settings);
    }
    RecorderService recorder = environment.recorder();
    return recorder(environment.kafka(), recorder.topicIn(), recorder.topicAcks(), settings);
  }

  /**
   * Opens a session with a recorder.
   *
   * @param in the recorder's input topic
   * @param acknowledgements the topic with the ids of stored messages
   */
  public static Session recorder(
      Kafka kafka, String in, String acknowledgements, CaseSettings settings)
      throws InterruptedException {
    return RecorderSession.open(kafka, in, acknowledgements, settings);
  }

  /**
   * Returns the properties of a connection's producer for another tool with which perfline is
   * compared. They contain neither the client id nor the buffer memory, because the other tool
   * limits the messages in flight by memory.
   */
  public static Map<String, String> producer(Kafka kafka, CaseSettings settings) {
    int message =
        new Recordings(settings.number(CaseSettings.MESSAGE_BYTES), 0).serialized()[0].length;
    Map<String, String> text = new TreeMap<>();
    BatchPlan.of(settings.number(CaseSettings.BATCH_SIZE), message)
        .producer(kafka, settings, 0)
        .forEach((name, value) -> text.put(name, value.toString()));
    text.keySet()
        .removeAll(Set.of(ProducerConfig.CLIENT_ID_CONFIG, ProducerConfig.BUFFER_MEMORY_CONFIG));
    return text;
  }
}
