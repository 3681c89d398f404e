package io.perfline.proof.gate;

import java.util.List;
import java.util.Map;

/**
 * What is done to the candidate, and how often it is judged.
 *
 * @param name a word for folders; changes of one name are measured once
 * @param size of the change: percent of the service time, calls of the store, percent of requests
 * @param kind what is changed
 * @param parameters of the recorder's {@code SlowedFilter}; empty leaves the WAR as it is
 * @param threshold which threshold is asked
 * @param verdicts how many verdicts the whole table takes
 * @param each how many verdicts share the load of a sitting
 */
record InjectedChange(
    String name,
    int size,
    String kind,
    Map<String, String> parameters,
    String threshold,
    int verdicts,
    int each) {

  static final String MEDIAN = "median";
  static final String TAIL = "tail";

  /** By how much the median may grow. */
  static final int MEDIAN_LIMIT_PERCENT = 3;

  static final String SERVICE_TIME = "service_time";

  /** A percentile of the tail takes more requests than a median does. */
  private static final int MEDIANS = 10;

  private static final int TAILS = 4;

  /** The same WAR twice. */
  static final InjectedChange NONE =
      new InjectedChange("same", 0, SERVICE_TIME, Map.of(), MEDIAN, 40, MEDIANS);

  private static final InjectedChange NO_TAIL =
      new InjectedChange("same", 0, "tail", Map.of(), TAIL, 16, TAILS);

  private static final InjectedChange FIVE_PERCENT = serviceTime(5, 20);
  private static final InjectedChange TEN_PERCENT = serviceTime(10, 20);
  private static final InjectedChange SLOW_REQUESTS =
      new InjectedChange(
          "tail-2", 2, "tail", Map.of("one_in", "50", "delay_ms", "10"), TAIL, 8, TAILS);

  /** The whole table. */
  static final List<InjectedChange> ALL =
      List.of(
          NONE,
          NO_TAIL,
          TEN_PERCENT,
          FIVE_PERCENT,
          SLOW_REQUESTS,
          new InjectedChange(
              "store-call-1", 1, "store_call", Map.of("store_calls", "1"), MEDIAN, 10, MEDIANS),
          serviceTime(20, 10),
          serviceTime(2, 10));

  /** What is shown in five minutes. */
  static final List<InjectedChange> QUICK = List.of(NONE, TEN_PERCENT, FIVE_PERCENT, SLOW_REQUESTS);

  InjectedChange {
    parameters = Map.copyOf(parameters);
  }

  private static InjectedChange serviceTime(int percent, int verdicts) {
    return new InjectedChange(
        "service-time-" + percent,
        percent,
        SERVICE_TIME,
        Map.of("service_percent", Integer.toString(percent)),
        MEDIAN,
        verdicts,
        MEDIANS);
  }

  boolean isNone() {
    return size == 0;
  }

  /** In words, for the table. */
  String told() {
    if (isNone()) {
      return "none (A/A)";
    }
    return switch (kind) {
      case "store_call" -> "one store call more";
      case "tail" -> "one request in fifty +10 ms";
      default -> "+%d %% service time".formatted(size);
    };
  }
}
