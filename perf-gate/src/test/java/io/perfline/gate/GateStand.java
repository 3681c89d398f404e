package io.perfline.gate;

import io.perfline.core.run.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A folder with a run that passes and its thresholds, and the gate. */
final class GateStand {

  static final String THRESHOLDS =
      """
      version: 1
      thresholds:
        - { id: record-p95, case: http/record, metric: response_time.p95, pass: "<= 500 ms" }
        - { id: record-rate, case: http/record, metric: throughput, pass: ">= 50 msg/s" }
        - { id: kafka-share, case: kafka/*/*, metric: efficiency, pass: ">= 50 %" }
      """;

  private final Path folder;
  private String printed = "";

  GateStand(Path folder) throws IOException {
    this.folder = folder;
    RunFile.write(folder, Runs.good());
    limits(THRESHOLDS);
  }

  /** Replaces the thresholds. */
  void limits(String yaml) throws IOException {
    Files.writeString(thresholds(), yaml);
  }

  Path thresholds() {
    return folder.resolve("thresholds.yml");
  }

  /** Runs the gate and returns its exit code. */
  int gate(String... options) {
    return gate(folder, options);
  }

  int gate(Path run, String... options) {
    List<String> args = new ArrayList<>(List.of("gate", run.toString(), "--all"));
    args.addAll(List.of("--thresholds", thresholds().toString()));
    args.addAll(List.of(options));
    return perf(args.toArray(String[]::new));
  }

  int perf(String... args) {
    GateProbe.Ended ended = GateProbe.perf(args);
    printed = ended.printed();
    return ended.code();
  }

  /** Returns the output. */
  String printed() {
    return printed;
  }
}
