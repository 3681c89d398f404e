package io.perfline.core.project;

import static io.perfline.core.yaml.Property.optional;
import static io.perfline.core.yaml.Property.required;

import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.Schemas;
import io.perfline.core.yaml.TextTemplate;
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
  private static final Schema<TextTemplate> TEXT = new TemplateKind("a text", "^.+$");
  private static final Property<TextTemplate> TOPIC =
      required("topic", TEXT, "Where the messages go; it must be there.");
  private static final Property<String> GROUP =
      optional(
          "group",
          Schemas.text("a consumer group", "^\\S+$", group -> group),
          "Consumer group whose lag is measured, until it has caught up.");
  private static final Property<Duration> WITHIN =
      optional("within", Schemas.duration(), "How long it may take to catch up. Default 60 s.");
  private static final Property<TextTemplate> BOOTSTRAP =
      optional(
          "bootstrap",
          new TemplateKind("addresses such as 127.0.0.1:9092", "^\\S+$"),
          "Addresses of Kafka. Default: those of the environment.");
  private static final Property<Map<String, TextTemplate>> CLIENT =
      optional(
          "client",
          Schemas.namedHere("property", "characters without blanks", "^\\S+$", name -> TEXT),
          "Further properties of kafka-clients; secrets are variables of the process.");

  private final ParseContext context;
  private final Property<DataRows> data;
  private final Property<TextTemplate> property;
  private final Property<TextTemplate> value;

  TopicFormat(Path home, ParseContext context) {
    this.context = context;
    data = optional("data", new DataKind(home), "Rows for the templates, one per message.");
    property = optional("key", TEXT, "Of each message. Default none.");
    value = required("value", new BodyKind(home), "Of each message.");
  }

  Schema<TopicLoad> kind(String name) {
    Property<ParsedObject> kafka =
        required(
            KAFKA,
            ObjectSchema.always(
                "messages to a topic",
                parsed -> parsed,
                List.of(TOPIC, property, value, GROUP, WITHIN, BOOTSTRAP, CLIENT)),
            "The messages.");
    List<Property<?>> keys = new ArrayList<>(List.of(kafka, data, LoadModelFormat.TIMEOUT));
    keys.addAll(LoadModelFormat.KEYS);
    return ObjectSchema.always(
        "a load of Kafka",
        parsed -> parsed.has(kafka) ? load(name, parsed, parsed.get(kafka)) : null,
        keys);
  }

  private TopicLoad load(String name, ParsedObject parsed, ParsedObject kafka) {
    DataRows rows = parsed.get(data);
    TemplateNames names = new TemplateNames(context, rows, parsed.isGiven(data) && rows == null);
    names.check(kafka.get(property));
    names.check(kafka.get(value));
    TemplateNames variables = new TemplateNames(context, null, false);
    variables.check(kafka.get(TOPIC));
    variables.check(kafka.get(BOOTSTRAP));
    kafka.get(CLIENT, Map.of()).values().forEach(variables::check);
    if (kafka.isGiven(WITHIN) && !kafka.isGiven(GROUP)) {
      kafka.fault(WITHIN, "it means nothing without 'group'");
    }
    if (kafka.isGiven(CLIENT) && !kafka.isGiven(BOOTSTRAP)) {
      kafka.fault(CLIENT, "it means nothing without 'bootstrap'");
    }
    return new TopicLoad(
        name,
        LoadModelFormat.pacing(parsed),
        LoadModelFormat.timeout(parsed),
        rows,
        kafka.get(TOPIC),
        kafka.get(property),
        kafka.get(value),
        kafka.get(GROUP),
        kafka.get(WITHIN, USUAL_WITHIN),
        kafka.get(BOOTSTRAP),
        kafka.get(CLIENT, Map.of()));
  }
}
