package io.perfline.core.project;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.TextTemplate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Messages to a Kafka topic.
 *
 * @param data the rows of data; null for none
 */
@Key.Noun("a load of Kafka")
public record TopicLoad(
    String name,
    @Key(value = "Describes the messages that are sent to Kafka.", required = true) Messages kafka,
    @Key("Provides rows for the templates, one per message.") DataRows data,
    @Key.Inline(without = {"users", LoadModel.THINK_TIME}) LoadModel model)
    implements DrivenLoad, RecordSchema.Checked {

  /** The name of the driver of loads on topics. */
  public static final String DRIVER = "messages";

  /**
   * The section {@code kafka}.
   *
   * @param key the key of each message; null for messages without a key
   * @param group the consumer group whose lag is measured; null for none
   * @param bootstrap the addresses of Kafka; null for those of the environment
   */
  @Key.Noun("messages to a topic")
  public record Messages(
      @Key(
              value = "Names the topic to which the messages are sent. It must exist.",
              required = true,
              what = "a text",
              form = ".+")
          TextTemplate topic,
      @Key(
              value = "Sets the key of each message. By default messages have none.",
              what = "a text",
              form = ".+")
          TextTemplate key,
      @Key(value = "Sets the value of each message.", required = true, kind = "body")
          RequestBody value,
      @Key(
              value = "Names the consumer group whose lag is measured until it has caught up.",
              what = "a consumer group",
              form = "^\\S+$")
          String group,
      @Key(
              value = "Limits the time in which the consumer group must catch up after the load.",
              defaultValue = "60 s")
          Duration within,
      @Key(
              value =
                  "Lists the bootstrap servers of Kafka as host:port. The default is those of the"
                      + " environment.",
              what = "addresses such as 127.0.0.1:9092",
              form = "\\S+")
          TextTemplate bootstrap,
      @Key(
              value =
                  "Sets further properties of kafka-clients. Take secrets from variables of the"
                      + " process.",
              what = "a text",
              form = ".+")
          @Key.Names(value = "property", letters = "characters without blanks", form = "^\\S+$")
          Map<String, TextTemplate> client)
      implements RecordSchema.Checked {

    @Override
    public void check(ParsedObject parsed) {
      parsed.needs("within", "group");
      parsed.needs("client", "bootstrap");
      TemplateNames variables = new TemplateNames(parsed, null);
      variables.check(topic);
      variables.check(bootstrap);
      client.values().forEach(variables::check);
    }
  }

  @Override
  public String driver() {
    return DRIVER;
  }

  @Override
  public List<RequiredVariable> variables() {
    List<TextTemplate> texts = new ArrayList<>(kafka.client.values());
    texts.addAll(kafka.value.templates());
    Stream.of(kafka.topic, kafka.key, kafka.bootstrap).filter(Objects::nonNull).forEach(texts::add);
    Set<String> known = data == null ? Set.of() : Set.copyOf(data.columns());
    return RequiredVariable.in(texts, known);
  }

  @Override
  public void check(ParsedObject parsed) {
    if (kafka != null) {
      TemplateNames names = new TemplateNames(parsed, data);
      names.check(kafka.key());
      names.check(kafka.value());
    }
  }
}
