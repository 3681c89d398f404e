package io.perfline.core.project;

import static io.perfline.core.strict.Key.optional;
import static io.perfline.core.strict.Key.required;

import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kind;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Reading;
import io.perfline.core.strict.Shape;
import io.perfline.core.strict.Values;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Messages to a topic of Kafka, and the group that consumes them. */
final class TopicFormat {

  /** The key that tells such a load. */
  static final String KAFKA = "kafka";

  private static final Duration USUAL_WITHIN = Duration.ofSeconds(60);
  private static final Kind<TextTemplate> TEXT = new TemplateKind("a text", "^.+$");
  private static final Key<TextTemplate> TOPIC =
      required("topic", TEXT, "Where the messages go; it must be there.");
  private static final Key<String> GROUP =
      optional(
          "group",
          Kinds.text("a consumer group", "^\\S+$", group -> group),
          "Consumer group whose lag is measured, until it has caught up.");
  private static final Key<Duration> WITHIN =
      optional("within", Kinds.duration(), "How long it may take to catch up. Default 60 s.");
  private static final Key<TextTemplate> BOOTSTRAP =
      optional(
          "bootstrap",
          new TemplateKind("addresses such as 127.0.0.1:9092", "^\\S+$"),
          "Where Kafka is. Default: what the environment says.");
  private static final Key<Map<String, TextTemplate>> CLIENT =
      optional(
          "client",
          Kinds.namedHere("property", "characters without blanks", "^\\S+$", name -> TEXT),
          "Further properties of kafka-clients; secrets are variables of the process.");

  private final Reading reading;
  private final Key<DataRows> data;
  private final Key<TextTemplate> key;
  private final Key<TextTemplate> value;

  TopicFormat(Path home, Reading reading) {
    this.reading = reading;
    data = optional("data", new DataKind(home), "Rows for the templates, one a message.");
    key = optional("key", TEXT, "Of each message. Default none.");
    value = required("value", new BodyKind(home), "Of each message.");
  }

  Kind<TopicLoad> kind(String name) {
    Key<Values> kafka =
        required(
            KAFKA,
            Shape.always(
                "messages to a topic",
                values -> values,
                List.of(TOPIC, key, value, GROUP, WITHIN, BOOTSTRAP, CLIENT)),
            "The messages.");
    List<Key<?>> keys = new ArrayList<>(List.of(kafka, data, PacingFormat.TIMEOUT));
    keys.addAll(PacingFormat.KEYS);
    return Shape.always(
        "a load of Kafka",
        values -> values.has(kafka) ? load(name, values, values.get(kafka)) : null,
        keys);
  }

  private TopicLoad load(String name, Values values, Values kafka) {
    DataRows rows = values.get(data);
    TemplateNames names = new TemplateNames(reading, rows, values.isGiven(data) && rows == null);
    names.check(kafka.get(key));
    names.check(kafka.get(value));
    TemplateNames variables = new TemplateNames(reading, null, false);
    variables.check(kafka.get(TOPIC));
    variables.check(kafka.get(BOOTSTRAP));
    kafka.get(CLIENT, Map.of()).values().forEach(variables::check);
    checkSecrets(kafka.get(CLIENT, Map.of()));
    if (kafka.isGiven(WITHIN) && !kafka.isGiven(GROUP)) {
      kafka.fault(WITHIN, "it means nothing without 'group'");
    }
    if (kafka.isGiven(CLIENT) && !kafka.isGiven(BOOTSTRAP)) {
      kafka.fault(CLIENT, "it means nothing without 'bootstrap'");
    }
    return new TopicLoad(
        name,
        PacingFormat.pacing(values),
        PacingFormat.timeout(values),
        rows,
        kafka.get(TOPIC),
        kafka.get(key),
        kafka.get(value),
        kafka.get(GROUP),
        kafka.get(WITHIN, USUAL_WITHIN),
        kafka.get(BOOTSTRAP),
        kafka.get(CLIENT, Map.of()));
  }

  /** No fault shows what stands there instead of a variable: it may be the secret. */
  private void checkSecrets(Map<String, TextTemplate> client) {
    client.forEach(
        (property, said) -> {
          boolean secret =
              property.matches("(?i).*(password|jaas|secret|private|keystore\\.key).*");
          if (secret && said != null && said.names().isEmpty()) {
            reading.fault(
                said.place(),
                "expected a variable such as ${KAFKA_PASSWORD}: no secret stands in a file");
          }
        });
  }
}
