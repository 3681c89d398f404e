package io.perfline.core.project;

import io.perfline.core.yaml.TextTemplate;
import java.time.Duration;
import java.util.Map;

/**
 * Messages to a topic of Kafka.
 *
 * @param name which the file calls it by
 * @param pace how many of them at once; nobody thinks
 * @param timeout when a message counts as not written
 * @param data rows for the templates, one a message; null when there are none
 * @param topic where they go
 * @param key of each; null for none
 * @param value of each
 * @param group that consumes them, and must have caught up behind the load; null for none
 * @param within how long it may take for that
 * @param bootstrap the cluster's addresses; null for those of the environment
 * @param client further properties of kafka-clients, with {@code bootstrap}
 */
public record TopicLoad(
    String name,
    LoadModel pace,
    Duration timeout,
    DataRows data,
    TextTemplate topic,
    TextTemplate key,
    TextTemplate value,
    String group,
    Duration within,
    TextTemplate bootstrap,
    Map<String, TextTemplate> client)
    implements DrivenLoad {

  /** The name of the driver of all messages to topics. */
  public static final String DRIVER = "messages";

  @Override
  public String driver() {
    return DRIVER;
  }
}
