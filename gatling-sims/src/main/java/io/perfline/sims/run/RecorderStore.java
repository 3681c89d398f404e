package io.perfline.sims.run;

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
 * Counts, in the store itself, what the recorder has stored since a moment. The recorder reports
 * which store it has; nobody else may write through it meanwhile.
 */
interface RecorderStore {

  /** The recorder's own default. */
  String TOPIC = "recordings";

  /** The recorder's own default. */
  String TABLE = "recorder.recording";

  /**
   * The messages stored since this was made.
   *
   * @throws DriverException when the store can't be asked
   */
  long added() throws InterruptedException;

  /**
   * Begins to count.
   *
   * @throws DriverException when recorder or store can't be asked, or the recorder's store keeps
   *     nothing that could be counted
   */
  static RecorderStore now(Environment environment) throws InterruptedException {
    return now(environment, environment.recorder().url());
  }

  /** Returns the store of a remote recorder. */
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
