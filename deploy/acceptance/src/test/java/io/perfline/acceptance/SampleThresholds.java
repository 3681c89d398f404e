package io.perfline.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Thresholds that any machine meets, and some that no machine meets. */
final class SampleThresholds {

  /** These tests are about the pipeline, not about the speed of the machine. */
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

  /** Writes thresholds into a file. */
  static Path file(Path folder, String thresholds) throws IOException {
    return Files.writeString(Files.createTempFile(folder, "thresholds", ".yml"), thresholds);
  }
}
