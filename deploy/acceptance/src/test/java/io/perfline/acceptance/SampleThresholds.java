package io.perfline.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Thresholds that a run keeps wherever it is measured, and some that none keeps. */
final class SampleThresholds {

  /** The pipeline is what is tested here, not the speed of the machine that tests it. */
  static final String REACHED_BY_ANY_MACHINE =
      """
      version: 1
      defaults:
        min_samples: 10
      valid_run:
        achieved_rate: ">= 1 %"
        generator_cpu: "<= 100 %"
      thresholds:
        - id: throughput
          case: http/*
          metric: throughput
          pass: ">= 1 msg/s"
        - id: throughput-of-sweeps
          case: "*/*/*"
          metric: throughput
          pass: ">= 1 msg/s"
        - id: p95
          case: http/record
          metric: response_time.p95
          pass: "<= 60 s"
      """;

  static final String PASS_NEVER =
      """
      version: 1
      defaults: {min_samples: 10}
      thresholds:
        - id: kafka-impossible
          case: kafka/batch_size/256
          metric: throughput
          pass: ">= 999999999 msg/s"
      """;

  private SampleThresholds() {}

  /** Writes them into a file of their own. */
  static Path file(Path folder, String thresholds) throws IOException {
    return Files.writeString(Files.createTempFile(folder, "thresholds", ".yml"), thresholds);
  }
}
