package io.perfline.sims.driver.http;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.perfline.core.command.Fault;
import io.perfline.core.project.Replay;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The size of a recording, which is read completely before the load.
 *
 * @param micros the length of the recording in microseconds, including one mean interval between
 *     exchanges after the last one
 */
record ReplayMeasure(long exchanges, long micros) {

  private static final int MAX_CONNECTIONS = 100_000;

  /**
   * Reads a recording and checks it.
   *
   * @throws Fault exit code 2 if it is empty, an exchange cannot be replayed, or no recorded
   *     response contains a field that is to be compared
   */
  static ReplayMeasure of(Replay replay) {
    Set<JsonPointer> missing = new LinkedHashSet<>(replay.fields());
    Map<Long, Long> ends = new HashMap<>();
    long count = 0;
    long last = 0;
    try (CaptureReader reader = new CaptureReader(replay.file())) {
      for (CapturedExchange one = reader.next(); one != null; one = reader.next()) {
        count++;
        if (one.atMicros() < ends.getOrDefault(one.connection(), 0L)) {
          throw Fault.configuration(
              "the recording %s cannot be replayed: exchange %d began before an earlier one of its"
                      .formatted(replay.file(), count)
                  + " connection %d: record it again".formatted(one.connection()));
        }
        if (ends.size() >= MAX_CONNECTIONS) {
          ends.clear();
        }
        ends.put(one.connection(), one.atMicros());
        last = Math.max(last, one.atMicros());
        findFields(missing, one);
      }
    }
    if (count == 0) {
      throw Fault.configuration(
          "the recording %s is empty: 'perfline capture' records one".formatted(replay.file()));
    }
    if (!missing.isEmpty()) {
      throw Fault.configuration(
          "%s: fields: no recorded answer of %s has %s"
              .formatted(
                  replay.name(),
                  replay.file(),
                  missing.stream()
                      .map(one -> one.matches() ? "JSON" : one.toString())
                      .collect(Collectors.joining(", "))));
    }
    return new ReplayMeasure(
        count, Math.max(1, last + (count == 1 ? 1_000_000 : last / (count - 1))));
  }

  private static void findFields(Set<JsonPointer> missing, CapturedExchange exchange) {
    if (!missing.isEmpty() && exchange.answer() != null) {
      try {
        var json = JsonText.whole(exchange.answer());
        missing.removeIf(field -> !json.at(field).isMissingNode());
      } catch (JsonProcessingException notJson) {
        throw Fault.configuration(
            "a recorded answer to %s %s is not JSON: %s"
                .formatted(exchange.method(), exchange.path(), notJson.getOriginalMessage()));
      }
    }
  }
}
