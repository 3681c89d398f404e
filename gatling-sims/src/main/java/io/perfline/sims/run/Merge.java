package io.perfline.sims.run;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
            null);
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
}
