package io.perfline.cli.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.command.Fault;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The lines of {@code verdict.json}, whose format {@code verdict.schema.json} describes.
 *
 * @param verdict the content of the file
 */
record VerdictLines(JsonNode verdict) {

  private static final int SCHEMA = 1;
  private static final List<String> WORST_FIRST =
      List.of("FAIL", "INVALID", "WARN", "PASS", "NOT IN PROFILE");
  private static final Map<String, Integer> EXIT_CODES =
      Map.of("PASS", 0, "WARN", 0, "FAIL", Fault.BROKEN, "INVALID", Fault.NO_VERDICT);

  VerdictLines {
    int schema = verdict.path("schema").asInt(-1);
    if (schema != SCHEMA || !EXIT_CODES.containsKey(verdict.path("outcome").asText())) {
      throw Fault.noVerdict(
          "verdict.json has the schema %s, and this perfline reads %d"
              .formatted(verdict.path("schema"), SCHEMA));
    }
  }

  String outcome() {
    return verdict.path("outcome").asText();
  }

  int exitCode() {
    return EXIT_CODES.get(outcome());
  }

  /** Returns the lines, the worst first: by outcome, then by how far a change exceeds its limit. */
  List<JsonNode> worstFirst() {
    return all()
        .sorted(
            Comparator.comparingInt(
                    (JsonNode line) -> WORST_FIRST.indexOf(line.path("outcome").asText()))
                .thenComparing(Comparator.comparingDouble(VerdictLines::excess).reversed()))
        .toList();
  }

  List<JsonNode> of(String threshold) {
    return all().filter(line -> line.path("threshold").asText().equals(threshold)).toList();
  }

  List<String> thresholds() {
    return all().map(line -> line.path("threshold").asText()).distinct().toList();
  }

  /** Returns the number of lines by outcome. */
  ObjectNode counts() {
    Map<String, Integer> counts = new TreeMap<>(Comparator.comparingInt(WORST_FIRST::indexOf));
    all().forEach(line -> counts.merge(line.path("outcome").asText(), 1, Integer::sum));
    ObjectNode answer = Answer.object();
    counts.forEach(answer::put);
    return answer;
  }

  private Stream<JsonNode> all() {
    return StreamSupport.stream(verdict.path("lines").spliterator(), false);
  }

  /**
   * Returns the factor by which a change exceeds its limit. A server that ended comes first, and
   * absolute values, whose units differ from those of their limits, come last.
   */
  private static double excess(JsonNode line) {
    if (line.path("finding").asText().equals("server_ended")) {
      return Double.MAX_VALUE;
    }
    String limit = line.path("limit").asText();
    if (!line.path("value").isNumber()
        || !line.path("baseline").isObject()
        || !limit.endsWith("%")) {
      return 0;
    }
    double bound = Double.parseDouble(limit.replaceAll("[^0-9.+-]", ""));
    double factor = (1 + line.path("value").asDouble() / 100) / (1 + bound / 100);
    return limit.startsWith("<") ? factor : 1 / factor;
  }

  /** Returns the change that a line describes, with its reason. */
  static ObjectNode brief(JsonNode line) {
    ObjectNode answer = Answer.object();
    answer.put("limit", line.path("threshold").asText());
    Answer.copy(line, answer, "case", "metric", "outcome", "finding");
    answer.put("allowed", line.path("limit").asText());
    JsonNode baseline = line.path("baseline");
    if (baseline.path("value").isNumber() && baseline.path("now").isNumber()) {
      answer.set("before", baseline.path("value"));
      answer.set("after", baseline.path("now"));
      answer.put(
          "unit",
          baseline.path("unit").asText()
              + (baseline.path("per").isTextual() ? " per " + baseline.path("per").asText() : ""));
    }
    if (line.path("value").isNumber()) {
      answer.set(baseline.isObject() ? "change" : "value", line.path("value"));
      answer.put(baseline.isObject() ? "change_unit" : "unit", line.path("unit").asText());
    }
    if (line.path("interval").isObject()) {
      ObjectNode interval = answer.putObject("interval");
      Answer.copy(line.path("interval"), interval, "low", "high", "confidence");
    }
    if (line.path("cause").isTextual()) {
      answer.put("slower_method", Answer.text(line.path("cause").asText()));
    }
    Answer.copy(line, answer, "reason");
    return answer;
  }
}
