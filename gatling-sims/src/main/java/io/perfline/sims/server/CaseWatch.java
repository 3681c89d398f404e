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
 * Looks about once a second at what the server and others use while a case is measured, and
 * computes afterwards what of it belongs to the time that counts. Between two looks it counts as
 * even.
 */
public final class CaseWatch {

  private static final Duration STEP = Duration.ofMillis(900);
  private static final double NANOS = 1e9;

  private final CostMeter meter;
  private final ForeignCpu foreign;
  private final Clock clock;
  private final NavigableMap<Instant, Look> looks = new TreeMap<>();

  private record Look(CostReading server, double foreignSeconds) {}

  /**
   * @param meter of the recorder; null when the case has no use for it
   */
  public CaseWatch(CostMeter meter, ForeignCpu foreign, Clock clock) {
    this.meter = meter;
    this.foreign = foreign;
    this.clock = clock;
    look();
  }

  /** Looks, unless it was done just before. */
  public void tick() {
    if (Duration.between(looks.lastKey(), clock.instant()).compareTo(STEP) >= 0) {
      look();
    }
  }

  private void look() {
    CostReading reading = meter == null ? CostReading.NONE : meter.read();
    looks.put(clock.instant(), new Look(reading, foreign.seconds()));
  }

  /** The case with what was seen in its time; as it was where there was no load. */
  public CaseResult seen(CaseResult result) {
    look();
    double seconds = Duration.between(result.start(), result.end()).toNanos() / NANOS;
    if (seconds <= 0) {
      return result;
    }
    Double others = between(result, Look::foreignSeconds);
    Double share =
        others == null
            ? null
            : (Double) Math.min(1, Math.max(0, others / seconds / foreign.cores()));
    return result
        .withGenerator(result.generator().withForeignCpu(share))
        .with(result.server() == null ? cost(result) : result.server());
  }

  private ServerCost cost(CaseResult result) {
    return meter == null
        ? null
        : new ServerCost(
            between(result, look -> look.server().cpuUs()),
            between(result, look -> look.server().allocatedBytes()),
            between(result, look -> look.server().cpuTotalUs()),
            meter.source());
  }

  private Double between(CaseResult result, Function<Look, Double> figure) {
    Double from = at(result.start(), figure);
    Double until = at(result.end(), figure);
    return from == null || until == null ? null : (Double) (until - from);
  }

  /** The figure at an instant, from the looks around it; null when it wasn't known then. */
  private Double at(Instant instant, Function<Look, Double> figure) {
    Map.Entry<Instant, Look> before = looks.floorEntry(instant);
    Map.Entry<Instant, Look> after = looks.ceilingEntry(instant);
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
