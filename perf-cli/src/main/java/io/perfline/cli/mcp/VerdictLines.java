package io.perfline.cli.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Severity;
import io.perfline.gate.verdict.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The lines of {@code verdict.json}, whose format {@code verdict.schema.json} describes.
 *
 * @param verdict the content of the file
 * @param json the same as JSON, whose values answers contain
 */
record VerdictLines(Verdict verdict, JsonNode json) {

  private static final List<Outcome> WORST_FIRST =
      List.of(Outcome.FAIL, Outcome.INVALID, Outcome.WARN, Outcome.PASS, Outcome.NOT_IN_PROFILE);

  /** Returns the lines, the worst first: by outcome, then as in all outputs. */
  List<JsonNode> worstFirst() {
    List<Line> lines = verdict.lines();
    return IntStream.range(0, lines.size())
        .boxed()
        .sorted(
            Comparator.comparing((Integer i) -> WORST_FIRST.indexOf(lines.get(i).outcome()))
                .thenComparing(lines::get, Severity.WORST_FIRST))
        .map(json.path("lines")::get)
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
    ObjectNode answer = Answer.object();
    for (Outcome outcome : WORST_FIRST) {
      int count = verdict.lines(outcome).size();
      if (count > 0) {
        answer.put(outcome.id(), count);
      }
    }
    return answer;
  }

  private Stream<JsonNode> all() {
    return StreamSupport.stream(json.path("lines").spliterator(), false);
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
