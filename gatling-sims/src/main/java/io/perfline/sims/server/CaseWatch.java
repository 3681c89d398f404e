package io.perfline.sims.server;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.ServerCost;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Reads the resources used by the server and by other processes about once per second while a case
 * is measured. Then it calculates their use in the measured period by linear interpolation.
 */
public final class CaseWatch {

  private static final Duration STEP = Duration.ofMillis(900);
  private static final double NANOS = 1e9;

  private final CostMeter meter;
  private final ForeignCpu foreign;
  private final Clock clock;
  private final NavigableMap<Instant, Reading> readings = new TreeMap<>();

  private record Reading(CostReading server, double foreignSeconds) {}

  /**
   * @param meter the meter of the service; null if the case does not load it
   */
  public CaseWatch(CostMeter meter, ForeignCpu foreign, Clock clock) {
    this.meter = meter;
    this.foreign = foreign;
    this.clock = clock;
    read();
  }

  /** Reads the resources, unless they have just been read. */
  public void tick() {
    if (Duration.between(readings.lastKey(), clock.instant()).compareTo(STEP) >= 0) {
      read();
    }
  }

  private void read() {
    CostReading reading = meter == null ? CostReading.NONE : meter.read();
    readings.put(clock.instant(), new Reading(reading, foreign.seconds()));
  }

  /**
   * Returns the case with the resources that were used in its measured period. A case without load
   * is returned unchanged.
   */
  public CaseResult withResources(CaseResult result) {
    return withResources(result, true);
  }

  /**
   * Returns one of several cases of the same load, such as a request of a scenario. The server's
   * cost is that of all of them, so the case has none.
   */
  public CaseResult partWithResources(CaseResult result) {
    return withResources(result, false);
  }

  private CaseResult withResources(CaseResult result, boolean whole) {
    read();
    double seconds = Duration.between(result.start(), result.end()).toNanos() / NANOS;
    if (seconds <= 0) {
      return result;
    }
    Double others = between(result, Reading::foreignSeconds);
    Double share =
        others == null
            ? null
            : (Double) Math.min(1, Math.max(0, others / seconds / foreign.cores()));
    return result
        .withGenerator(result.generator().withForeignCpu(share))
        .with(result.server() == null && whole ? cost(result) : result.server());
  }

  private ServerCost cost(CaseResult result) {
    return meter == null
        ? null
        : new ServerCost(
            between(result, reading -> reading.server().cpuUs()),
            between(result, reading -> reading.server().allocatedBytes()),
            between(result, reading -> reading.server().cpuTotalUs()),
            needs(result),
            meter.source());
  }

  private Map<String, Double> needs(CaseResult result) {
    Map<String, Double> needs = new TreeMap<>();
    for (String need : readings.lastEntry().getValue().server().needsUs().keySet()) {
      Double used = between(result, reading -> reading.server().needsUs().get(need));
      if (used != null) {
        needs.put(need, used);
      }
    }
    return needs;
  }

  private Double between(CaseResult result, Function<Reading, Double> figure) {
    Double from = at(result.start(), figure);
    Double until = at(result.end(), figure);
    return from == null || until == null ? null : (Double) (until - from);
  }

  /** Returns an interpolated figure; null if the figure is unknown at that time. */
  private Double at(Instant instant, Function<Reading, Double> figure) {
    Map.Entry<Instant, Reading> before = readings.floorEntry(instant);
    Map.Entry<Instant, Reading> after = readings.ceilingEntry(instant);
    if (before == null || after == null) {
      return null;
    }
    Double low = figure.apply(before.getValue());
    Double high = figure.apply(after.getValue());
    if (low == null || high == null || before.getKey().equals(after.getKey())) {
      return low == null || high == null ? null : low;
    }
    double whole = Duration.between(before.getKey(), after.getKey()).toNanos();
    double part = Duration.between(before.getKey(), instant).toNanos();
    return low + (high - low) * part / whole;
  }
}
