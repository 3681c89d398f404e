package io.perfline.sims.cases;

import io.perfline.sims.engine.GeneratorHealth;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Measurement;
import io.perfline.sims.engine.Shard;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Checks that make a measurement invalid regardless of the thresholds: no responses, or a server
 * that stopped responding. The gate judges error rates and busy generators.
 */
public final class MeasurementChecks {

  private static final Duration MIN_SILENCE = Duration.ofSeconds(1);
  private static final int SILENT_PART = 5;

  /** The maximum time by which a shard may begin later than the others. */
  static final Duration MAX_DELAY = Duration.ofSeconds(5);

  private MeasurementChecks() {}

  /**
   * @param mayFallSilent whether the load is meant to stop the server
   */
  public static List<String> of(Measurement measurement, Load load, boolean mayFallSilent) {
    List<String> problems =
        new ArrayList<>(
            GeneratorHealth.starvation(
                measurement.health().stillMillis(), load.duration().toMillis()));
    if (measurement.connectionProblem() != null) {
      problems.add(measurement.connectionProblem());
    }
    if (mayFallSilent && !measurement.errors().isEmpty()) {
      return problems;
    }
    if (measurement.requests() == 0) {
      problems.add(
          measurement.errors().isEmpty()
              ? nothingDue(load)
              : "every request failed: " + kinds(measurement.errors()));
    } else if (!measurement.errors().isEmpty() && silent(measurement.silence(), load.duration())) {
      problems.add(
          "the server stopped responding %.1f s before the end: %s"
              .formatted(measurement.silence().toMillis() / 1e3, kinds(measurement.errors())));
    }
    return problems;
  }

  /**
   * Compares acknowledged and stored messages.
   *
   * @param stored the number of messages in the store; empty if it cannot be queried
   */
  static List<String> missing(long acknowledged, OptionalLong stored) {
    return stored.isEmpty() || stored.getAsLong() >= acknowledged
        ? List.of()
        : List.of(
            "%d of %d acknowledged messages are not in the store"
                .formatted(acknowledged - stored.getAsLong(), acknowledged));
  }

  /**
   * Checks that a shard did not begin long after the others.
   *
   * @param begin the start of its load, warm-up included
   */
  public static List<String> late(Shard shard, Instant begin) {
    if (shard.start() == null || !begin.isAfter(shard.start().plus(MAX_DELAY))) {
      return List.of();
    }
    return List.of(
        "the load began %.1f s late: give it a later --start-at or a longer --gap"
            .formatted(Duration.between(shard.start(), begin).toMillis() / 1e3));
  }

  private static String nothingDue(Load load) {
    String seconds = "in the %.1f s that were measured".formatted(load.duration().toMillis() / 1e3);
    return load.arrivals() == Load.Arrivals.SEQUENCE
        ? "no request of the recording was due %s: measure longer, or replay faster ('speed')"
            .formatted(seconds)
        : "no request was due " + seconds;
  }

  private static boolean silent(Duration silence, Duration duration) {
    return silence.compareTo(MIN_SILENCE) >= 0
        && silence.compareTo(duration.dividedBy(SILENT_PART)) >= 0;
  }

  private static String kinds(Map<String, Long> errors) {
    List<String> kinds = new ArrayList<>();
    new TreeMap<>(errors).forEach((kind, count) -> kinds.add(count + " × " + kind));
    return String.join(", ", kinds);
  }
}
