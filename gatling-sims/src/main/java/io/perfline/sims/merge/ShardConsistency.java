package io.perfline.sims.merge;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.ClockReading;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.RunShard;
import io.perfline.sims.paired.CommonClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds every reason why runs are not the shards of one load. */
final class ShardConsistency {

  private final List<ShardRun> shards;
  private final List<String> reasons = new ArrayList<>();

  private ShardConsistency(List<ShardRun> shards) {
    this.shards = shards;
  }

  /**
   * @throws Fault with all reasons: exit code 2 if the runs are not shards of one load, 3 if they
   *     are but were not measured together
   */
  static void check(List<ShardRun> shards) {
    ShardConsistency belonging = new ShardConsistency(shards);
    belonging.areShards();
    belonging.areOfOneLoad();
    boolean strangers = !belonging.reasons.isEmpty();
    belonging.missing();
    belonging.reasons.addAll(OverlapCheck.reasons(shards));
    if (!belonging.reasons.isEmpty()) {
      throw new Fault(
          strangers ? Fault.CONFIGURATION : Fault.NO_VERDICT,
          "these runs can't be merged:"
              + belonging.reasons.stream()
                  .map(reason -> "\n  " + reason)
                  .collect(Collectors.joining()),
          null);
    }
  }

  private void areShards() {
    Map<Integer, ShardRun> known = new LinkedHashMap<>();
    for (ShardRun shard : shards) {
      if (shard.run().shard() == null) {
        reasons.add(shard.folder() + " is the run of a whole load, not of a shard");
        continue;
      }
      ShardRun before = known.put(shard.run().shard().index(), shard);
      if (before != null) {
        reasons.add(
            "%s and %s are both shard %s"
                .formatted(before.folder(), shard.folder(), shard.run().shard()));
      }
    }
  }

  private void areOfOneLoad() {
    same("the number of shards", run -> shard(run, RunShard::of));
    same("--start-at", run -> shard(run, RunShard::start));
    same("--gap, in ms", run -> shard(run, RunShard::gapMs));
    same("the commit", Run::commit);
    same("the recorder's commit", Run::deployedCommit);
    same("the branch", Run::branch);
    same("the build", Run::build);
    same("the profile", Run::profile);
    same("the environment", run -> run.environment().name());
    same("what it was compared with", run -> run.baseline() == null ? null : run.baseline().name());
    same(
        "the commit it was compared with",
        run -> run.baseline() == null ? null : run.baseline().commit());
    same("the catalogue of cases", run -> new HashSet<>(run.catalogue()));
    same("the list of cases", ShardConsistency::cases);
    for (CaseName name : names(shards)) {
      same(
          "the setting of " + name,
          run ->
              run.cases().stream()
                  .filter(result -> CaseName.of(result).equals(name))
                  .findFirst()
                  .map(result -> Map.entry(result.parameters(), result.warmUpMs()))
                  .orElse(null));
    }
  }

  private static Object shard(Run run, Function<RunShard, Object> property) {
    return run.shard() == null ? null : property.apply(run.shard());
  }

  /** Returns all cases of a shard, including those without load; all shards have the same. */
  private static Object cases(Run run) {
    Set<String> names = run.cases().stream().map(CaseResult::name).collect(Collectors.toSet());
    if (run.shard() != null) {
      names.addAll(run.shard().idle());
    }
    return new TreeSet<>(names);
  }

  /** Adds a reason if there are several values; null is ignored. */
  private void same(String what, Function<Run, Object> property) {
    Map<Object, List<ShardRun>> values = new LinkedHashMap<>();
    for (ShardRun shard : shards) {
      Object value = property.apply(shard.run());
      if (value != null) {
        values.computeIfAbsent(value, key -> new ArrayList<>()).add(shard);
      }
    }
    if (values.size() > 1) {
      boolean lists = values.keySet().stream().anyMatch(value -> value instanceof Set<?>);
      reasons.add(
          what + " differs: " + (lists ? differences(values) : text(values, Object::toString)));
    }
  }

  private static String text(Map<Object, List<ShardRun>> values, Function<Object, String> text) {
    return values.entrySet().stream()
        .map(one -> text.apply(one.getKey()) + " in " + folders(one.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** Describes the items that only some of the lists contain. */
  private static String differences(Map<Object, List<ShardRun>> values) {
    Set<Object> common = new HashSet<>((Set<?>) values.keySet().iterator().next());
    values.keySet().forEach(value -> common.retainAll((Set<?>) value));
    return text(
        values,
        value -> {
          Set<Object> more = new LinkedHashSet<>((Set<?>) value);
          more.removeAll(common);
          return more.isEmpty() ? "nothing more" : more.toString();
        });
  }

  private static String folders(List<ShardRun> runs) {
    return runs.stream()
        .map(shard -> shard.folder().toString())
        .collect(Collectors.joining(" and "));
  }

  private void missing() {
    List<RunShard> present =
        shards.stream().map(one -> one.run().shard()).filter(Objects::nonNull).toList();
    int count = present.stream().mapToInt(RunShard::of).max().orElse(0);
    for (int i = 1; i <= count; i++) {
      int index = i;
      if (present.stream().noneMatch(shard -> shard.index() == index)) {
        reasons.add("shard %d/%d is missing".formatted(index, count));
      }
    }
  }

  /** Returns the cases of all shards, in the order in which they were measured. */
  static Set<CaseName> names(List<ShardRun> shards) {
    return shards.stream()
        .flatMap(shard -> shard.run().cases().stream())
        .map(CaseName::of)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Checks that shards were measured at the same time, as far as their clocks can be trusted. */
  private static final class OverlapCheck {

    /** The maximum difference of the clocks of two generators, in milliseconds. */
    private static final double CLOCKS_MS = 250;

    /** The maximum difference for slices, in milliseconds: the pause between two of them. */
    private static final double CLOCKS_OF_PAIRS_MS = CommonClock.GUARD.toMillis();

    /** The smallest share of a case in which all shards must have generated load. */
    private static final double MIN_OVERLAP = 0.8;

    private OverlapCheck() {}

    static List<String> reasons(List<ShardRun> shards) {
      List<String> reasons = new ArrayList<>();
      clocks(shards, reasons);
      names(shards).forEach(name -> overlap(shards, name, reasons));
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
              "the clock of %s was not compared: name a recorder in its environment"
                  .formatted(shard.folder()));
        }
        all.addAll(readings);
      }
      List<String> references = all.stream().map(ClockReading::reference).distinct().toList();
      if (references.size() > 1) {
        reasons.add(
            "the clocks were compared with different ones: " + String.join(", ", references));
      } else if (!all.isEmpty()) {
        double latest =
            all.stream().mapToDouble(c -> c.offsetMs() + c.uncertaintyMs()).max().orElse(0);
        double earliest =
            all.stream().mapToDouble(c -> c.offsetMs() - c.uncertaintyMs()).min().orElse(0);
        boolean paired =
            shards.stream()
                .flatMap(one -> one.run().cases().stream())
                .anyMatch(ShardedPairs::isPaired);
        double max = paired ? CLOCKS_OF_PAIRS_MS : CLOCKS_MS;
        if (!(latest - earliest <= max)) {
          reasons.add(
              "the clocks may be %.0f ms apart, more than %.0f ms: %s"
                  .formatted(latest - earliest, max, text(all)));
        }
      }
    }

    private static String text(List<ClockReading> readings) {
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
      if (overlap < MIN_OVERLAP) {
        reasons.add(
            "%s: the shards were under load together for only %.0f %% of it, from %s and from %s"
                .formatted(name, Math.max(0, overlap) * 100, first, last));
      }
    }
  }

  /**
   * The run of one generator.
   *
   * @param folder the folder of the run
   */
  record ShardRun(Path folder, Run run) {

    static ShardRun read(Path folder) {
      return new ShardRun(folder, RunFile.read(folder));
    }

    /** Returns its part of a case; empty if it has none. */
    Optional<CaseResult> find(CaseName name) {
      return run.cases().stream().filter(result -> CaseName.of(result).equals(name)).findFirst();
    }
  }

  record CaseName(String name, String target) {

    static CaseName of(CaseResult result) {
      return new CaseName(result.name(), result.target());
    }

    @Override
    public String toString() {
      return name + " (" + target + ")";
    }
  }
}
