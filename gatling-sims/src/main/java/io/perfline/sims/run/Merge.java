package io.perfline.sims.run;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseDetail;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.ClockReading;
import io.perfline.core.run.Generator;
import io.perfline.core.run.Level;
import io.perfline.core.run.Machine;
import io.perfline.core.run.RawMaterial;
import io.perfline.core.run.RawMaterialWriter;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunEnvironment;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.RunShard;
import io.perfline.core.run.Second;
import io.perfline.core.run.SecondCounts;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.StoredMessages;
import io.perfline.core.run.TimeDistribution;
import io.perfline.sims.paired.CommonClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes one run of the shards of a load; the shards' own folders are kept in it. */
final class Merge {

  private static final String SHARDS = "shards";

  private final List<ShardRun> shards;
  private final Path out;

  /**
   * @param folders the shards' runs, in any order
   * @param out the folder of the run that they make
   * @throws Fault exit code 2 or 3 when they can't be merged, with all reasons
   */
  Merge(List<Path> folders, Path out) {
    List<ShardRun> read = folders.stream().map(ShardRun::read).toList();
    ShardConsistency.check(read);
    shards =
        read.stream()
            .sorted(Comparator.comparingInt(shard -> shard.run().shard().index()))
            .toList();
    this.out = out;
  }

  /** Writes the run and returns it. */
  Run write() throws IOException {
    List<CaseResult> cases = new ArrayList<>();
    for (CaseName name : ShardConsistency.names(shards)) {
      cases.add(merged(name));
    }
    for (ShardRun shard : shards) {
      copy(shard.folder(), out.resolve(SHARDS).resolve("" + shard.run().shard().index()));
    }
    Run first = shards.get(0).run();
    Run run =
        new Run(
            Run.SCHEMA,
            out.toAbsolutePath().normalize().getFileName().toString(),
            first.build(),
            first.branch(),
            first.commit(),
            first.deployedCommit(),
            first.profile(),
            Generators.of(shards.stream().map(shard -> shard.run().environment()).toList()),
            shards.stream()
                .map(shard -> shard.run().started())
                .min(Instant::compareTo)
                .orElseThrow(),
            shards.stream().map(shard -> shard.run().ended()).max(Instant::compareTo).orElseThrow(),
            first.catalogue(),
            cases,
            null,
            first.baseline());
    RunFile.write(out, run);
    return run;
  }

  private CaseResult merged(CaseName name) throws IOException {
    List<CaseSum.Part> parts = new ArrayList<>();
    Map<Path, CaseResult> byFolder = new LinkedHashMap<>();
    for (ShardRun shard : shards) {
      shard
          .find(name)
          .ifPresent(
              result -> {
                parts.add(new CaseSum.Part(shard.run().shard().toString(), result));
                byFolder.put(shard.folder(), result);
              });
    }
    CaseResult whole = CaseSum.of(parts);
    RawSum.write(out, whole, byFolder);
    return whole;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Path target = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(target);
        } else {
          Files.copy(path, target);
        }
      }
    }
  }

  /**
   * Several generators taken as one: what they measure compares with what as many alike measure.
   */
  private static final class Generators {

    private Generators() {}

    /** Where they all stood; one alone is itself. */
    static RunEnvironment of(List<RunEnvironment> all) {
      if (all.size() == 1) {
        return all.get(0);
      }
      return new RunEnvironment(
          all.get(0).name(),
          Machine.digest(
              all.stream().map(RunEnvironment::fingerprint).sorted().toArray(String[]::new)),
          distinct(all, RunEnvironment::cpu),
          all.stream().mapToInt(RunEnvironment::cores).min().orElseThrow(),
          all.stream().mapToLong(RunEnvironment::memoryBytes).min().orElseThrow(),
          distinct(all, RunEnvironment::os),
          distinct(all, RunEnvironment::jdk));
    }

    private static String distinct(List<RunEnvironment> all, Function<RunEnvironment, String> of) {
      return all.stream().map(of).distinct().collect(Collectors.joining(" + "));
    }
  }

  /** Adds the raw material of a case's shards, second by second. */
  private static final class RawSum {

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

    /** Returns by how many seconds a shard began after the first one. */
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

  /** Adds the shards of each level of users. */
  static final class LevelSum {

    private LevelSum() {}

    /** The levels of a case, in their order; a level that a shard lacks is not valid. */
    static List<Level> of(List<CaseSum.Part> parts) {
      int most = parts.stream().mapToInt(part -> part.measured().levels().size()).max().orElse(0);
      List<Level> sums = new ArrayList<>();
      for (int i = 0; i < most; i++) {
        sums.add(sum(parts, i));
      }
      return sums;
    }

    private static Level sum(List<CaseSum.Part> parts, int index) {
      List<Level> levels = new ArrayList<>();
      List<String> problems = new ArrayList<>();
      for (CaseSum.Part part : parts) {
        if (index < part.measured().levels().size()) {
          Level level = part.measured().levels().get(index);
          levels.add(level);
          level.problems().forEach(one -> problems.add("shard " + part.shard() + ": " + one));
        } else {
          problems.add("shard " + part.shard() + " has no such level");
        }
      }
      return new Level(
          levels.stream().mapToInt(Level::users).sum(),
          levels.stream().map(Level::start).min(Instant::compareTo).orElseThrow(),
          levels.stream().map(Level::end).max(Instant::compareTo).orElseThrow(),
          levels.stream().mapToLong(Level::errors).sum(),
          TimeDistribution.merge(levels.stream().map(Level::pageTime).toList()),
          problems);
    }
  }

  /** Adds the shards of a case: counts and histograms exactly. */
  static final class CaseSum {

    private static final String RECORDER = "recorder";

    private final List<Part> parts;
    private final List<CaseResult> cases;

    /**
     * A shard of the case.
     *
     * @param shard as {@code 1/2}
     */
    record Part(String shard, CaseResult measured) {}

    private CaseSum(List<Part> parts) {
      this.parts = parts;
      cases = parts.stream().map(Part::measured).toList();
    }

    /** The whole case; its parts have the same name, target and setting. */
    static CaseResult of(List<Part> parts) {
      return new CaseSum(parts).sum();
    }

    /** Whether there was a load at all. */
    static boolean loaded(CaseResult result) {
      return result.end().isAfter(result.start());
    }

    private CaseResult sum() {
      CaseResult first = cases.get(0);
      List<CaseResult> loaded = cases.stream().filter(CaseSum::loaded).toList();
      List<CaseResult> timed = loaded.isEmpty() ? List.of(first) : loaded;
      Instant start = timed.stream().map(CaseResult::start).min(Instant::compareTo).orElseThrow();
      Instant end = timed.stream().map(CaseResult::end).max(Instant::compareTo).orElseThrow();
      StoredMessages stored = stored();
      CaseDetail.PairedSlices pairs = PairSum.of(cases);
      return CaseResult.of(first.name(), first.target())
          .withParameters(first.parameters())
          .withPeriod(start, end, first.warmUpMs())
          .withCounts(sum(CaseResult::requests), sum(CaseResult::messages), sum(CaseResult::bytes))
          .withErrors(errors())
          .withTimes(times(CaseResult::responseTime), times(CaseResult::serviceTime))
          .withGenerator(generator())
          .withProblems(problems(stored, pairs))
          .with(pairs)
          .with(
              new CaseDetail.KeptBytes(
                  all(CaseResult::keptBytes) ? sum(CaseResult::keptBytes) : null))
          .with(new CaseDetail.CapacityLevels(LevelSum.of(parts)))
          .with(stored)
          .with(new CaseDetail.Figures(figures()))
          .with(server());
    }

    private long sum(ToLongFunction<CaseResult> count) {
      return cases.stream().mapToLong(count).sum();
    }

    private boolean all(Function<CaseResult, Object> property) {
      return cases.stream().map(property).allMatch(Objects::nonNull);
    }

    private TimeDistribution times(Function<CaseResult, TimeDistribution> of) {
      return TimeDistribution.merge(cases.stream().map(of).toList());
    }

    private Map<String, Long> errors() {
      Map<String, Long> errors = new TreeMap<>();
      cases.forEach(
          result -> result.errors().forEach((kind, n) -> errors.merge(kind, n, Long::sum)));
      return errors;
    }

    /** What is missing adds up; all were back when the last was. */
    private Map<String, Double> figures() {
      Map<String, Double> figures = new TreeMap<>();
      cases.forEach(
          result ->
              result
                  .figures()
                  .forEach(
                      (word, value) ->
                          figures.merge(
                              word,
                              value,
                              word.equals(CaseResult.RECOVERY) ? Math::max : Double::sum)));
      return figures;
    }

    /** Rates add up; a generator that fares badly is not made good by another one. */
    private Generator generator() {
      boolean open = all(result -> result.generator().intendedRatePerS());
      return new Generator(
              max(Generator::cpu),
              open
                  ? (Double) cases.stream().mapToDouble(c -> c.generator().intendedRatePerS()).sum()
                  : null,
              cases.stream().mapToDouble(result -> result.generator().achievedRatePerS()).sum(),
              max(Generator::longestPauseMs),
              all(result -> result.generator().gcMs()) ? (Double) max(Generator::gcMs) : null,
              null)
          .withForeignCpu(
              all(result -> result.generator().foreignCpu())
                  ? (Double) max(Generator::foreignCpu)
                  : null)
          .withConnections(
              all(result -> result.generator().connections())
                  ? (Integer) cases.stream().mapToInt(c -> c.generator().connections()).sum()
                  : null,
              cases.stream()
                  .map(result -> result.generator().bottleneck())
                  .filter(Objects::nonNull)
                  .findFirst()
                  .orElse(null));
    }

    private double max(ToDoubleFunction<Generator> value) {
      return cases.stream().map(CaseResult::generator).mapToDouble(value).max().orElse(Double.NaN);
    }

    /**
     * Returns the reading of the generator that measured longest: every generator measures the
     * whole server, so readings are not added. Null if no generator measured the server.
     */
    private ServerCost server() {
      List<ServerCost> read =
          cases.stream().map(CaseResult::server).filter(Objects::nonNull).toList();
      if (read.isEmpty()) {
        return null;
      }
      ServerCost told =
          read.stream()
              .filter(serverCost -> serverCost.cpuUs() != null)
              .findFirst()
              .orElse(read.get(0));
      return new ServerCost(
          most(read, ServerCost::cpuUs),
          most(read, ServerCost::allocatedBytes),
          most(read, ServerCost::cpuTotalUs),
          told.source());
    }

    private static Double most(List<ServerCost> read, Function<ServerCost, Double> of) {
      return read.stream().map(of).filter(Objects::nonNull).max(Double::compare).orElse(null);
    }

    /**
     * In front of a store, a shard counts its own messages. Through the recorder, each counts from
     * before the load of all until after it, so each counts all; a shard that began too late and
     * missed some is itself invalid.
     */
    private StoredMessages stored() {
      if (!all(CaseResult::stored)) {
        return null;
      }
      long acknowledged = sum(result -> result.stored().acknowledged());
      return cases.get(0).target().equals(RECORDER)
          ? new StoredMessages(
              acknowledged,
              cases.stream().mapToLong(result -> result.stored().found()).max().orElse(0))
          : new StoredMessages(acknowledged, sum(result -> result.stored().found()));
    }

    private List<String> problems(StoredMessages stored, CaseDetail.PairedSlices pairs) {
      List<String> problems = new ArrayList<>();
      for (Part part : parts) {
        part.measured()
            .problems()
            .forEach(problem -> problems.add("shard " + part.shard() + ": " + problem));
      }
      PairSum.problem(cases, pairs).ifPresent(problems::add);
      if (stored != null && stored.found() < stored.acknowledged()) {
        problems.add(
            "%d of %d messages that were acknowledged to all shards are not in the store"
                .formatted(stored.acknowledged() - stored.found(), stored.acknowledged()));
      }
      return problems;
    }
  }

  /**
   * Finds out whether shards were measured at the same time, as far as their clocks can be trusted.
   */
  static final class OverlapCheck {

    /** By how much the clocks of two generators may differ, in milliseconds. */
    private static final double CLOCKS_MS = 250;

    /** The difference that slices allow, in milliseconds: the pause between two of them. */
    private static final double CLOCKS_OF_PAIRS_MS = CommonClock.GUARD.toMillis();

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
        reasons.add(
            "the clocks were compared with different ones: " + String.join(", ", references));
      } else if (!all.isEmpty()) {
        double latest =
            all.stream().mapToDouble(c -> c.offsetMs() + c.uncertaintyMs()).max().orElse(0);
        double earliest =
            all.stream().mapToDouble(c -> c.offsetMs() - c.uncertaintyMs()).min().orElse(0);
        boolean paired =
            shards.stream().flatMap(one -> one.run().cases().stream()).anyMatch(PairSum::isPaired);
        double most = paired ? CLOCKS_OF_PAIRS_MS : CLOCKS_MS;
        if (!(latest - earliest <= most)) {
          reasons.add(
              "the clocks may be %.0f ms apart, more than %.0f ms: %s"
                  .formatted(latest - earliest, most, told(all)));
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

  /** Finds every reason why runs are not the shards of one load. */
  private static final class ShardConsistency {

    private final List<ShardRun> shards;
    private final List<String> reasons = new ArrayList<>();

    private ShardConsistency(List<ShardRun> shards) {
      this.shards = shards;
    }

    /**
     * @throws Fault with all reasons: exit code 2 when they are not of one load, 3 when they are
     *     and were not validly measured together
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
      same(
          "what it was compared with",
          run -> run.baseline() == null ? null : run.baseline().name());
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

    /** Adds a reason when there is more than one value; null doesn't count. */
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

  /**
   * What one generator measured.
   *
   * @param folder where it lies
   * @param run the content of its {@code run.json}
   */
  private record ShardRun(Path folder, Run run) {

    static ShardRun read(Path folder) {
      return new ShardRun(folder, RunFile.read(folder));
    }

    /** Returns its part of a case; empty when it has none. */
    Optional<CaseResult> find(CaseName name) {
      return run.cases().stream().filter(result -> CaseName.of(result).equals(name)).findFirst();
    }
  }

  /** The identity of a case. */
  private record CaseName(String name, String target) {

    static CaseName of(CaseResult result) {
      return new CaseName(result.name(), result.target());
    }

    @Override
    public String toString() {
      return name + " (" + target + ")";
    }
  }
}
