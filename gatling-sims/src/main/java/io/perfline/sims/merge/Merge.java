package io.perfline.sims.merge;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Case;
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
        read.stream().sorted(Comparator.comparingInt(one -> one.run().shard().index())).toList();
    this.out = out;
  }

  /** Writes the run and returns it. */
  Run write() throws IOException {
    List<Case> cases = new ArrayList<>();
    for (CaseName name : ShardConsistency.names(shards)) {
      cases.add(merged(name));
    }
    for (ShardRun one : shards) {
      copy(one.folder(), out.resolve(SHARDS).resolve("" + one.run().shard().index()));
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
            Generators.of(shards.stream().map(one -> one.run().environment()).toList()),
            shards.stream().map(one -> one.run().started()).min(Instant::compareTo).orElseThrow(),
            shards.stream().map(one -> one.run().ended()).max(Instant::compareTo).orElseThrow(),
            first.catalogue(),
            cases,
            null);
    RunFile.write(out, run);
    return run;
  }

  private Case merged(CaseName name) throws IOException {
    List<CaseSum.Part> parts = new ArrayList<>();
    Map<Path, Case> byFolder = new LinkedHashMap<>();
    for (ShardRun one : shards) {
      one.find(name)
          .ifPresent(
              measured -> {
                parts.add(new CaseSum.Part(one.run().shard().toString(), measured));
                byFolder.put(one.folder(), measured);
              });
    }
    Case whole = CaseSum.of(parts);
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
