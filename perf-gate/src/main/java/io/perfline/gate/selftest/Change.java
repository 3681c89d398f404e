package io.perfline.gate.selftest;

import java.util.List;
import java.util.Map;

/**
 * What is done to the candidate, and how often it is judged.
 *
 * @param name a word for folders
 * @param size of the change: percent of the service time, calls of the store, percent of requests
 * @param kind what is changed
 * @param parameters of the recorder's {@code SlowedFilter}; empty leaves the WAR as it is
 * @param threshold which threshold should notice; any, when there is nothing to notice
 * @param verdicts how many verdicts the whole table takes
 */
record Change(
    String name,
    int size,
    String kind,
    Map<String, String> parameters,
    String threshold,
    int verdicts) {

  static final String MEDIAN = "median";
  static final String TAIL = "tail";

  private static final String SERVICE_TIME = "service_time";

  /** The same WAR twice. */
  static final Change NONE = new Change("same", 0, SERVICE_TIME, Map.of(), MEDIAN, 40);

  private static final Change FIVE_PERCENT = serviceTime(5, 20);
  private static final Change TEN_PERCENT = serviceTime(10, 20);
  private static final Change SLOW_REQUESTS =
      new Change("tail-2", 2, "tail", Map.of("one_in", "50", "delay_ms", "10"), TAIL, 10);

  /** The whole table. */
  static final List<Change> ALL =
      List.of(
          NONE,
          TEN_PERCENT,
          FIVE_PERCENT,
          SLOW_REQUESTS,
          new Change("store-call-1", 1, "store_call", Map.of("store_calls", "1"), MEDIAN, 10),
          serviceTime(20, 10),
          serviceTime(2, 10));

  /** What is shown in five minutes. */
  static final List<Change> QUICK = List.of(NONE, TEN_PERCENT, FIVE_PERCENT, SLOW_REQUESTS);

  Change {
    parameters = Map.copyOf(parameters);
  }

  private static Change serviceTime(int percent, int verdicts) {
    return new Change(
        "service-time-" + percent,
        percent,
        SERVICE_TIME,
        Map.of("service_percent", Integer.toString(percent)),
        MEDIAN,
        verdicts);
  }

  boolean isNone() {
    return size == 0;
  }

  /** In words, for the table. */
  String told() {
    return switch (kind) {
      case "store_call" -> "one store call more";
      case "tail" -> "one request in fifty +10 ms";
      default -> isNone() ? "none (A/A)" : "+%d %% service time".formatted(size);
    };
  }
}
