package io.perfline.gate;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Imports results of the real tools, which {@code src/test/tools/make.sh} created. */
final class ImportStand {

  /** Accepts that the tool's CPU was not measured. */
  static final String TAKEN =
      """
      version: 1
      defaults: { min_samples: 10 }
      valid_run: { unwatched_generator: true }
      """;

  static final Path RESULTS = Path.of("src/test/resources/io/perfline/gate/imported");

  private final Path run;
  private String printed = "";

  ImportStand(Path folder) {
    run = folder.resolve("run-" + folder.getFileName());
  }

  Path run() {
    return run;
  }

  /** Imports files that make.sh created and returns the exit code. */
  int results(String tool, String... files) {
    return files(tool, Stream.of(files).map(RESULTS::resolve).toList());
  }

  /** Imports files and returns the exit code. */
  int files(String tool, List<Path> files, String... options) {
    List<String> args = new ArrayList<>(List.of("import", tool));
    files.forEach(file -> args.add(file.toString()));
    args.addAll(List.of("--out", run.toString(), "--commit", Runs.COMMIT, "--branch", "main"));
    args.addAll(List.of(options));
    return perf(args.toArray(String[]::new));
  }

  /** Judges by thresholds and returns the exit code. */
  int gate(String yaml) throws IOException {
    Path thresholds = Files.writeString(run.resolveSibling("thresholds.yml"), yaml);
    return perf(
        "gate", run.toString(), "--all", "--thresholds", thresholds.toString(), "--no-history");
  }

  int perf(String... args) {
    GateProbe.Ended ended = GateProbe.perf(args);
    printed = ended.printed();
    return ended.code();
  }

  String printed() {
    return printed;
  }

  CaseResult one(String name) {
    Run whole = RunFile.read(run);
    return whole.cases().stream()
        .filter(result -> result.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is none of " + whole.catalogue()));
  }

  static String limit(String name, String metric, String pass) {
    return TAKEN
        + "thresholds: [ { id: limit, case: \"%s\", metric: %s, pass: \"%s\" } ]\n"
            .formatted(name, metric, pass);
  }
}
