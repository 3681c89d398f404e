package io.perfline.sims.run;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunShard;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds every reason why runs are not the shards of one load. */
final class ShardConsistency {

  private final List<ShardRun> shards;
  private final List<String> reasons = new ArrayList<>();

  private ShardConsistency(List<ShardRun> shards) {
    this.shards = shards;
  }

  /**
   * @throws Fault with all reasons: exit code 2 when they are not of one load, 3 when they are and
   *     were not validly measured together
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
    Map<Integer, ShardRun> seen = new LinkedHashMap<>();
    for (ShardRun shard : shards) {
      if (shard.run().shard() == null) {
        reasons.add(shard.folder() + " is the run of a whole load, no shard of one");
        continue;
      }
      ShardRun before = seen.put(shard.run().shard().index(), shard);
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

  /** What a shard measured and what had no load for it: together the same for all. */
  private static Object cases(Run run) {
    Set<String> names = run.cases().stream().map(CaseResult::name).collect(Collectors.toSet());
    if (run.shard() != null) {
      names.addAll(run.shard().idle());
    }
    return new TreeSet<>(names);
  }

  /** Adds a reason when there is more than one value; nothing is no value. */
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
          what + " differs: " + (lists ? differences(values) : told(values, Object::toString)));
    }
  }

  private static String told(Map<Object, List<ShardRun>> values, Function<Object, String> text) {
    return values.entrySet().stream()
        .map(one -> text.apply(one.getKey()) + " in " + folders(one.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** Of long lists only what not all of them hold. */
  private static String differences(Map<Object, List<ShardRun>> values) {
    Set<Object> common = new HashSet<>((Set<?>) values.keySet().iterator().next());
    values.keySet().forEach(value -> common.retainAll((Set<?>) value));
    return told(
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
    List<RunShard> there =
        shards.stream().map(one -> one.run().shard()).filter(Objects::nonNull).toList();
    int of = there.stream().mapToInt(RunShard::of).max().orElse(0);
    for (int i = 1; i <= of; i++) {
      int index = i;
      if (there.stream().noneMatch(shard -> shard.index() == index)) {
        reasons.add("shard %d/%d is missing".formatted(index, of));
      }
    }
  }

  /** All cases of all shards, in the order in which they were measured. */
  static Set<CaseName> names(List<ShardRun> shards) {
    return shards.stream()
        .flatMap(shard -> shard.run().cases().stream())
        .map(CaseName::of)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
