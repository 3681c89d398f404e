package io.perfline.sims.run;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.ClockReading;
import io.perfline.core.run.RunShard;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds out whether shards were measured at the same time, as far as their clocks can be trusted.
 */
final class OverlapCheck {

  /** By how much the clocks of two generators may differ, in milliseconds. */
  private static final double CLOCKS_MS = 250;

  /** How much of a case all shards must have been under load for. */
  private static final double LEAST_OVERLAP = 0.8;

  private OverlapCheck() {}

  static List<String> reasons(List<ShardRun> shards) {
    List<String> reasons = new ArrayList<>();
    clocks(shards, reasons);
    ShardConsistency.names(shards).forEach(name -> overlap(shards, name, reasons));
    return reasons;
  }

  private static void clocks(List<ShardRun> shards, List<String> reasons) {
    List<ClockReading> all = new ArrayList<>();
    for (ShardRun shard : shards) {
      List<ClockReading> readings =
          Stream.ofNullable(shard.run().shard())
              .map(RunShard::clock)
              .flatMap(List::stream)
              .toList();
      if (readings.isEmpty() && shard.run().shard() != null) {
        reasons.add(
            "the clock of %s was compared with none: let its environment name a recorder"
                .formatted(shard.folder()));
      }
      all.addAll(readings);
    }
    List<String> references = all.stream().map(ClockReading::reference).distinct().toList();
    if (references.size() > 1) {
      reasons.add("the clocks were compared with different ones: " + String.join(", ", references));
    } else if (!all.isEmpty()) {
      double latest =
          all.stream().mapToDouble(c -> c.offsetMs() + c.uncertaintyMs()).max().orElse(0);
      double earliest =
          all.stream().mapToDouble(c -> c.offsetMs() - c.uncertaintyMs()).min().orElse(0);
      if (!(latest - earliest <= CLOCKS_MS)) {
        reasons.add(
            "the clocks may be %.0f ms apart, more than %.0f ms: %s"
                .formatted(latest - earliest, CLOCKS_MS, told(all)));
      }
    }
  }

  private static String told(List<ClockReading> readings) {
    return readings.stream()
        .map(
            clockReading ->
                "%.1f ± %.1f ms".formatted(clockReading.offsetMs(), clockReading.uncertaintyMs()))
        .collect(Collectors.joining(", "));
  }

  private static void overlap(List<ShardRun> shards, CaseName name, List<String> reasons) {
    List<CaseResult> parts =
        shards.stream()
            .flatMap(shard -> shard.find(name).stream())
            .filter(CaseSum::loaded)
            .toList();
    if (parts.size() < 2) {
      return;
    }
    Instant last = parts.stream().map(CaseResult::start).max(Instant::compareTo).orElseThrow();
    Instant first = parts.stream().map(CaseResult::start).min(Instant::compareTo).orElseThrow();
    long shortest =
        parts.stream()
            .mapToLong(result -> Duration.between(result.start(), result.end()).toMillis())
            .min()
            .orElseThrow();
    double overlap = 1 - Duration.between(first, last).toMillis() / (double) shortest;
    if (overlap < LEAST_OVERLAP) {
      reasons.add(
          "%s: the shards were under load together for %.0f %% of it only, from %s and from %s"
              .formatted(name, Math.max(0, overlap) * 100, first, last));
    }
  }
}
