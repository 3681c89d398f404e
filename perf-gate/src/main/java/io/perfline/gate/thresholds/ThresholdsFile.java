package io.perfline.gate.thresholds;

import static io.perfline.core.yaml.Property.optional;
import static io.perfline.core.yaml.Property.required;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.command.Fault;
import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.Schemas;
import io.perfline.core.yaml.SourcePosition;
import io.perfline.core.yaml.YamlFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.nodes.Node;

/** Reads {@code thresholds.yml}, and writes the JSON Schema that editors check it with. */
public final class ThresholdsFile {

  /** Requests that a case needs when the file doesn't say. */
  private static final int MIN_SAMPLES = 300;

  private static final Property<Integer> SAMPLES =
      optional(
          "min_samples",
          Schemas.integer("a number of requests", 1, 100_000_000),
          "Requests that a case needs; below it there is no verdict. Default 300.");
  private static final ObjectSchema<Integer> DEFAULTS_SHAPE =
      new ObjectSchema<>(
          "the defaults", parsed -> parsed.get(SAMPLES, MIN_SAMPLES), List.of(SAMPLES));

  private static final Property<Integer> VERSION =
      required("version", Schemas.integer("the version", 1, 1), "Version of this format.");
  private static final Property<Integer> DEFAULTS =
      optional("defaults", DEFAULTS_SHAPE, "Defaults for all thresholds.");
  private static final Property<ValidRun> VALID_RUN =
      optional(
          "valid_run", ValidRun.SCHEMA, "What a run must keep to; otherwise there is no verdict.");
  private static final Property<List<Threshold>> THRESHOLDS =
      optional("thresholds", Schemas.listOf(Threshold.SCHEMA), "Limits on metrics of cases.");
  private static final Property<Map<String, Baseline>> BASELINES =
      optional(
          "baselines",
          Schemas.named("baseline", BaselineFormat.SHAPE),
          "What relative thresholds compare with.");
  private static final Property<List<Capacity>> CAPACITY =
      optional("capacity", Schemas.listOf(Capacity.SCHEMA), "Limits on numbers of users.");
  private static final Property<List<Waiver>> WAIVERS =
      optional(
          "waivers",
          Schemas.listOf(WaiverFormat.SHAPE),
          "What is known and let through for a while.");
  private static final Property<List<AcceptedChange>> ACCEPTED =
      optional(
          "accepted_changes",
          Schemas.listOf(AcceptedChange.SHAPE),
          "Looser limits, lost cases and changed settings, against the baseline's, that have been"
              + " accepted.");

  private ThresholdsFile() {}

  /**
   * @throws Fault (configuration) with every fault of the file, each at its place
   */
  public static Thresholds read(Path file) {
    return read(file.toString(), YamlFile.parse(file));
  }

  /** Reads {@code text}, which stands in {@code file}. */
  public static Thresholds read(String file, String text) {
    return read(file, YamlFile.parse(file, text));
  }

  private static Thresholds read(String file, Node node) {
    ParseContext context = new ParseContext(file);
    Thresholds thresholds = shape(file, context).read(node, context);
    context.finish();
    return thresholds;
  }

  private static ObjectSchema<Thresholds> shape(String file, ParseContext context) {
    return new ObjectSchema<>(
        "thresholds.yml",
        parsed -> build(file, parsed, context),
        List.of(VERSION, DEFAULTS, VALID_RUN, THRESHOLDS, BASELINES, CAPACITY, WAIVERS, ACCEPTED));
  }

  private static Thresholds build(String file, ParsedObject parsed, ParseContext context) {
    if (!parsed.has(THRESHOLDS) && !parsed.has(CAPACITY)) {
      context.fault(
          new SourcePosition(file, 1, 1),
          "nothing is limited: it needs 'thresholds' or 'capacity'");
    }
    int samples = parsed.get(DEFAULTS, MIN_SAMPLES);
    Thresholds thresholds =
        new Thresholds(
            file,
            parsed.get(VALID_RUN, ValidRun.DEFAULT),
            parsed.get(THRESHOLDS, List.of()).stream().map(t -> t.atLeast(samples)).toList(),
            parsed.get(BASELINES, Map.of()),
            parsed.get(CAPACITY, List.of()),
            parsed.get(WAIVERS, List.of()),
            parsed.get(ACCEPTED, List.of()));
    new CrossCheck(thresholds, context).run();
    return thresholds;
  }

  /** The format as a JSON Schema, from the same statement that reading goes by. */
  public static ObjectNode schema() {
    ObjectNode schema = shape("", new ParseContext("")).schema();
    ArrayNode limits = schema.putArray("anyOf");
    limits.addObject().putArray("required").add(THRESHOLDS.name());
    limits.addObject().putArray("required").add(CAPACITY.name());
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "perfline thresholds.yml");
    return schema;
  }
}
