package io.perfline.sims.run;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RawMaterial;
import io.perfline.core.run.RawMaterialWriter;
import io.perfline.core.run.Second;
import io.perfline.core.run.SecondCounts;
import io.perfline.core.run.TimeDistribution;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Adds the raw material of a case's shards, second by second. */
final class RawSum {

  /** What all shards saw in a second. */
  private record Both(Second counted, TimeDistribution service) {}

  private final TreeMap<Integer, Both> seconds = new TreeMap<>();
  private final TreeSet<String> cpu = new TreeSet<>();

  private RawSum() {}

  /**
   * Writes the sum into the folder of a run.
   *
   * @param whole the sum of {@code parts}: its start is the sum's second 0
   * @param parts the shards' cases, by the folder of their run
   */
  static void write(Path run, CaseResult whole, Map<Path, CaseResult> parts) throws IOException {
    RawSum sum = new RawSum();
    Map<String, RawSum> named = new TreeMap<>();
    parts.forEach(
        (folder, part) -> {
          sum.add(folder, part, shift(whole, part));
          RawMaterial.parts(folder, part)
              .forEach(
                  (name, seconds) ->
                      named
                          .computeIfAbsent(name, first -> new RawSum())
                          .add(seconds, shift(whole, part)));
        });
    sum.write(run, whole, RawMaterial.fileName(whole.name(), whole.target()));
    for (Map.Entry<String, RawSum> one : named.entrySet()) {
      one.getValue()
          .write(run, whole, RawMaterial.partName(whole.name(), whole.target(), one.getKey()));
    }
  }

  private void write(Path run, CaseResult whole, String name) throws IOException {
    if (seconds.isEmpty()) {
      return;
    }
    try (RawMaterialWriter raw =
        new RawMaterialWriter(run.resolve(whole.simulation()), name, List.copyOf(cpu))) {
      raw.begin(whole.start());
      seconds.forEach((index, both) -> write(raw, index, both));
    }
  }

  /** Of a part of a case, which has no times of its own from the actual send time. */
  private void add(List<Second> part, int shift) {
    for (Second second : part) {
      seconds.merge(second.index() + shift, new Both(second, second.responseTime()), RawSum::sum);
    }
  }

  /** By how many seconds a shard began behind the first one. */
  private static int shift(CaseResult whole, CaseResult part) {
    return (int) Math.round(Duration.between(whole.start(), part.start()).toMillis() / 1000.0);
  }

  private void add(Path folder, CaseResult part, int shift) {
    if (!CaseSum.loaded(part)) {
      return;
    }
    Map<Integer, TimeDistribution> service = RawMaterial.serviceTimes(folder, part);
    TimeDistribution none = TimeDistribution.merge(List.of());
    for (Second second : RawMaterial.read(folder, part)) {
      cpu.addAll(second.cpu().keySet());
      seconds.merge(
          second.index() + shift,
          new Both(second, service.getOrDefault(second.index(), none)),
          RawSum::sum);
    }
  }

  private static Both sum(Both both, Both other) {
    Second a = both.counted();
    Second b = other.counted();
    Map<String, Double> busiest = new TreeMap<>(a.cpu());
    b.cpu().forEach((name, share) -> busiest.merge(name, share, Math::max));
    Second sum =
        new Second(
            a.index(),
            a.start(),
            Math.max(a.seconds(), b.seconds()),
            a.requests() + b.requests(),
            a.messages() + b.messages(),
            a.bytes() + b.bytes(),
            a.errors() + b.errors(),
            a.users() + b.users(),
            busiest,
            TimeDistribution.merge(List.of(a.responseTime(), b.responseTime())));
    return new Both(sum, TimeDistribution.merge(List.of(both.service(), other.service())));
  }

  private void write(RawMaterialWriter raw, int index, Both both) {
    Second second = both.counted();
    raw.second(
        new SecondCounts(
            index,
            second.seconds(),
            second.requests(),
            second.messages(),
            second.bytes(),
            second.errors(),
            second.users(),
            second.cpu()),
        second.responseTime().histogram(),
        both.service().histogram());
  }
}
