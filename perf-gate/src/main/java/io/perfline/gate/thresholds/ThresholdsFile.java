package io.perfline.gate.thresholds;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.command.Fault;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.Scalars;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.YamlFile;
import io.perfline.gate.metric.Condition;
import io.perfline.gate.metric.Dimension;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.Quantity;
import io.perfline.gate.metric.Unit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.nodes.Node;

/**
 * Reads {@code thresholds.yml}, and writes a JSON Schema for editors, which check the file with it.
 */
public final class ThresholdsFile {

  private static final String QUANTITY = "^[+-]?" + Quantity.NUMBER + " ?[A-Za-zµ%][A-Za-zµ/]*$";

  private static final Schema<String> ID =
      Scalars.text(
          "an id of letters, digits, '.', '_' and '-'",
          "^[A-Za-z0-9][A-Za-z0-9_.-]*$",
          text -> text);

  static final Schema<Condition> CONDITION =
      Scalars.text("a condition such as \"<= 250 ms\"", Condition.PATTERN, Condition::parse);

  private static final Map<Object, Schema<?>> VALUES =
      Map.ofEntries(
          Map.entry("new id", Schema.definition("threshold", ID)),
          Map.entry("known id", Schema.reference("threshold", ID)),
          Map.entry("known baseline", Schema.reference("baseline", ID)),
          Map.entry("without effect", Schema.later("anything, because it is ignored")),
          Map.entry("prose", Scalars.text("some text", "\\S", text -> text)),
          Map.entry(
              "target",
              Scalars.text(
                  "a target such as direct or service", "^[a-z][a-z0-9_-]*$", word -> word)),
          Map.entry(
              Glob.class,
              Scalars.text(
                  "a case such as kafka/batch_size/256 or kafka/batch_size/*",
                  Glob.PATTERN,
                  Glob::of)),
          Map.entry(Metric.class, Scalars.oneOf("a metric", List.of(Metric.values()), Metric::id)),
          Map.entry(Condition.class, CONDITION),
          Map.entry(
              Quantity.class,
              Scalars.text("a number and its unit such as \"300 ms\"", QUANTITY, Quantity::parse)),
          Map.entry(
              "milliseconds",
              Scalars.text("a time such as 6 s", QUANTITY, text -> amount(text, Dimension.TIME))),
          Map.entry(
              "age",
              Scalars.text(
                  "an age such as 30 d",
                  QUANTITY,
                  text -> Duration.ofMillis((long) amount(text, Dimension.TIME)))),
          Map.entry("share", Scalars.text("a share such as 95 %", QUANTITY, ThresholdsFile::share)),
          Map.entry(
              "confidence",
              Scalars.text(
                  "a confidence from 80 % to 99.99 %", QUANTITY, ThresholdsFile::confidence)));

  private static final Schema<Thresholds> SCHEMA = RecordSchema.of(Thresholds.class, all());

  private ThresholdsFile() {}

  private static Map<Object, Schema<?>> all() {
    Map<Object, Schema<?>> all = new HashMap<>(VALUES);
    all.put(
        Baseline.class,
        RecordSchema.of(
            "a baseline", Baseline.Keys.class, VALUES, Set.of(), Baseline.Keys::baseline));
    all.put(
        Waiver.class,
        RecordSchema.of("a waiver", Waiver.Keys.class, VALUES, Set.of(), Waiver.Keys::waiver));
    return all;
  }

  /**
   * Reads a file.
   *
   * @throws Fault (configuration) with all faults of the file and their positions
   */
  public static Thresholds read(Path file) {
    return read(file.toString(), YamlFile.parse(file));
  }

  public static Thresholds read(String file, String text) {
    return read(file, YamlFile.parse(file, text));
  }

  private static Thresholds read(String file, Node node) {
    ParseContext context = new ParseContext(file);
    Thresholds thresholds = SCHEMA.read(node, context);
    context.finish();
    return thresholds;
  }

  /** Returns the format as a JSON Schema, which comes from the same declaration as the parser. */
  public static ObjectNode schema() {
    ObjectNode schema = SCHEMA.json();
    ArrayNode limits = schema.putArray("anyOf");
    limits.addObject().putArray("required").add("thresholds");
    limits.addObject().putArray("required").add("capacity");
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "perfline thresholds.yml");
    return schema;
  }

  private static double share(String text) {
    double percent = amount(text, Dimension.SHARE);
    if (percent > 100) {
      throw new IllegalArgumentException("'" + text + "' is more than all");
    }
    return percent / 100;
  }

  private static double confidence(String text) {
    double percent = amount(text, Dimension.SHARE);
    if (percent < 80 || percent > 99.99) {
      throw new IllegalArgumentException(
          "expected a confidence from 80 % to 99.99 %, found '" + text + "'");
    }
    return percent / 100;
  }

  private static double amount(String text, Dimension dimension) {
    Quantity quantity = Quantity.parse(text);
    if (quantity.unit().dimension() != dimension) {
      throw new IllegalArgumentException(
          "'%s' is not %s; units: %s"
              .formatted(text, dimension, String.join(", ", Unit.symbols(dimension))));
    }
    if (quantity.signed() || quantity.value() == 0) {
      throw new IllegalArgumentException(
          "expected more than 0 without a sign, found '" + text + "'");
    }
    return quantity.inFirst();
  }
}
