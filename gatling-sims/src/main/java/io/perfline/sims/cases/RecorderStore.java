package io.perfline.sims.cases;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.environment.Cassandra;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.Kafka;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.RecorderAnswers;
import io.perfline.sims.driver.cassandra.PartitionCount;
import io.perfline.sims.driver.cassandra.PartitionCount.Partition;
import io.perfline.sims.driver.kafka.TopicCount;
import java.net.URI;
import java.util.Set;

/**
 * Counts the messages in the recorder's store since a moment. The recorder reports which store it
 * uses; nobody else may write through it in the meantime.
 */
interface RecorderStore {

  /** The recorder's default topic. */
  String TOPIC = "recordings";

  /** The recorder's default table. */
  String TABLE = "recorder.recording";

  /**
   * Returns the number of messages stored since this object was created.
   *
   * @throws DriverException if the store cannot be queried
   */
  long added() throws InterruptedException;

  /**
   * Starts counting in the store of a recorder.
   *
   * @throws DriverException if recorder or store cannot be queried, or the store keeps nothing that
   *     could be counted
   */
  static RecorderStore now(Environment environment, URI recorder) throws InterruptedException {
    String store = name(recorder);
    return switch (store) {
      case "kafka" -> {
        Kafka kafka = environment.kafka();
        TopicCount topic = new TopicCount(kafka, TOPIC);
        yield topic::added;
      }
      case "cassandra" -> {
        Cassandra cassandra = environment.cassandra();
        Set<Partition> before = PartitionCount.partitions(cassandra, TABLE);
        yield () -> PartitionCount.rowsOutside(cassandra, TABLE, before);
      }
      default ->
          throw new DriverException(
              "the recorder stores in '%s', where nothing can be counted: deploy it with kafka or"
                      .formatted(store)
                  + " cassandra");
    };
  }

  static String name(URI recorder) throws InterruptedException {
    JsonNode health = new RecorderAnswers(recorder).get("/health");
    for (var names = health.path("parts").fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (name.startsWith("store/")) {
        return name.substring("store/".length());
      }
    }
    throw new DriverException("the recorder's /health names no store: " + health);
  }
}
