package io.perfline.gate.thresholds;

import static io.perfline.core.strict.Key.optional;
import static io.perfline.core.strict.Key.required;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.command.Fault;
import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Reading;
import io.perfline.core.strict.Shape;
import io.perfline.core.strict.SourcePosition;
import io.perfline.core.strict.Values;
import io.perfline.core.strict.YamlFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.nodes.Node;

/** Reads {@code thresholds.yml}, and writes the JSON Schema that editors check it with. */
public final class ThresholdsFile {

  /** Requests that a case needs when the file doesn't say. */
  private static final int MIN_SAMPLES = 300;

  private static final Key<Integer> SAMPLES =
      optional(
          "min_samples",
          Kinds.integer("a number of requests", 1, 100_000_000),
          "Requests that a case needs; below it there is no verdict. Default 300.");
  private static final Shape<Integer> DEFAULTS_SHAPE =
      new Shape<>("the defaults", values -> values.get(SAMPLES, MIN_SAMPLES), List.of(SAMPLES));

  private static final Key<Integer> VERSION =
      required("version", Kinds.integer("the version", 1, 1), "Version of this format.");
  private static final Key<Integer> DEFAULTS =
      optional("defaults", DEFAULTS_SHAPE, "What holds where a threshold says nothing.");
  private static final Key<ValidRun> VALID_RUN =
      optional(
          "valid_run",
          ValidRunFormat.SHAPE,
          "What a run must keep to; otherwise there is no verdict.");
  private static final Key<List<Threshold>> THRESHOLDS =
      optional("thresholds", Kinds.listOf(ThresholdFormat.SHAPE), "Limits on metrics of cases.");
  private static final Key<Map<String, Baseline>> BASELINES =
      optional(
          "baselines",
          Kinds.named("baseline", BaselineFormat.SHAPE),
          "What relative thresholds compare with.");
  private static final Key<List<Capacity>> CAPACITY =
      optional("capacity", Kinds.listOf(CapacityFormat.SHAPE), "Limits on numbers of users.");
  private static final Key<List<Waiver>> WAIVERS =
      optional(
          "waivers",
          Kinds.listOf(WaiverFormat.SHAPE),
          "What is known and let through for a while.");

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
    Reading reading = new Reading(file);
    Thresholds thresholds = shape(file, reading).read(node, reading);
    reading.finish();
    return thresholds;
  }

  private static Shape<Thresholds> shape(String file, Reading reading) {
    return new Shape<>(
        "thresholds.yml",
        values -> build(file, values, reading),
        List.of(VERSION, DEFAULTS, VALID_RUN, THRESHOLDS, BASELINES, CAPACITY, WAIVERS));
  }

  private static Thresholds build(String file, Values values, Reading reading) {
    if (!values.has(THRESHOLDS) && !values.has(CAPACITY)) {
      reading.fault(
          new SourcePosition(file, 1, 1),
          "nothing is limited: it needs 'thresholds' or 'capacity'");
    }
    int samples = values.get(DEFAULTS, MIN_SAMPLES);
    Thresholds thresholds =
        new Thresholds(
            file,
            values.get(VALID_RUN, ValidRun.DEFAULT),
            values.get(THRESHOLDS, List.of()).stream().map(t -> t.atLeast(samples)).toList(),
            values.get(BASELINES, Map.of()),
            values.get(CAPACITY, List.of()),
            values.get(WAIVERS, List.of()));
    new CrossCheck(thresholds, reading).run();
    return thresholds;
  }

  /** The format as a JSON Schema, from the same statement that reading goes by. */
  public static ObjectNode schema() {
    ObjectNode schema = shape("", new Reading("")).schema();
    ArrayNode limits = schema.putArray("anyOf");
    limits.addObject().putArray("required").add(THRESHOLDS.name());
    limits.addObject().putArray("required").add(CAPACITY.name());
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "perfline thresholds.yml");
    return schema;
  }
}
