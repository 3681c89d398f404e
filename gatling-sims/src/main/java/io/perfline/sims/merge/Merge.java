package io.perfline.sims.merge;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Counts;
import io.perfline.core.run.Machine;
import io.perfline.core.run.RawMaterial;
import io.perfline.core.run.RawMaterialWriter;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunEnvironment;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.Second;
import io.perfline.core.run.TimeDistribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Merges the shards of a load into one run, which also contains the shards' folders. */
final class Merge {

  private static final String SHARDS = "shards";

  private final List<ShardConsistency.ShardRun> shards;
  private final Path out;

  /**
   * @param folders the shards' runs, in any order
   * @param out the folder of the merged run
   * @throws Fault exit code 2 or 3 if they cannot be merged, with all reasons
   */
  Merge(List<Path> folders, Path out) {
    List<ShardConsistency.ShardRun> read =
        folders.stream().map(ShardConsistency.ShardRun::read).toList();
    ShardConsistency.check(read);
    shards =
        read.stream()
            .sorted(Comparator.comparingInt(shard -> shard.run().shard().index()))
            .toList();
    this.out = out;
  }

  Run write() throws IOException {
    List<CaseResult> cases = new ArrayList<>();
    for (ShardConsistency.CaseName name : ShardConsistency.names(shards)) {
      cases.add(merged(name));
    }
    for (ShardConsistency.ShardRun shard : shards) {
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
            generators(shards.stream().map(shard -> shard.run().environment()).toList()),
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

  private CaseResult merged(ShardConsistency.CaseName name) throws IOException {
    List<CaseSum.Part> parts = new ArrayList<>();
    Map<Path, CaseResult> byFolder = new LinkedHashMap<>();
    for (ShardConsistency.ShardRun shard : shards) {
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

  /** Describes several generators as one, comparable with as many equal ones. */
  private static RunEnvironment generators(List<RunEnvironment> all) {
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

  /** Adds the raw results of a case's shards, second by second. */
  private static final class RawSum {

    private final TreeMap<Integer, Second> seconds = new TreeMap<>();
    private final TreeSet<String> cpu = new TreeSet<>();

    private RawSum() {}

    /**
     * Writes the sum into the folder of a run.
     *
     * @param whole the sum of {@code parts}, whose start is second 0
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
        seconds.forEach(
            (index, second) ->
                raw.second(index, second.seconds(), second.counts(), second.users(), second.cpu()));
      }
    }

    /** Adds a part without service times. */
    private void add(List<Second> part, int shift) {
      for (Second second : part) {
        add(second, second.responseTime(), shift);
      }
    }

    /** Returns the number of seconds by which a shard began after the first one. */
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
        add(second, service.getOrDefault(second.index(), none), shift);
      }
    }

    private void add(Second second, TimeDistribution service, int shift) {
      Counts counts = second.counts().withTimes(second.responseTime(), service);
      Second complete =
          new Second(
              second.index(),
              second.start(),
              second.seconds(),
              counts,
              second.users(),
              second.cpu());
      seconds.merge(second.index() + shift, complete, RawSum::sum);
    }

    private static Second sum(Second a, Second b) {
      Map<String, Double> busiest = new TreeMap<>(a.cpu());
      b.cpu().forEach((name, share) -> busiest.merge(name, share, Math::max));
      return new Second(
          a.index(),
          a.start(),
          Math.max(a.seconds(), b.seconds()),
          a.counts().plus(b.counts()),
          a.users() + b.users(),
          busiest);
    }
  }
}
