package io.perfline.acceptance.jenkins;

/** Possible verdicts on {@link SmallProject}, with the expected results of the build. */
enum Verdicts {
  PASS("pass: \">= 50 msg/s\"", Result.SUCCESS, "PASS"),
  WARN("pass: \">= 1000 msg/s\", warn: \">= 50 msg/s\"", Result.UNSTABLE, "WARN"),
  FAIL("pass: \">= 999999999 msg/s\"", Result.FAILURE, "FAIL"),
  INVALID("case: kafka/batch_size/1024, pass: \">= 50 msg/s\"", Result.FAILURE, "INVALID");

  private final String limit;
  final Result result;

  /** Start of the build's description. */
  final String description;

  Verdicts(String limit, Result result, String description) {
    this.limit = limit;
    this.result = result;
    this.description = description;
  }

  /** Returns a {@code thresholds.yml} that leads to this verdict. */
  String thresholds() {
    String caseName = limit.startsWith("case:") ? "" : "case: kafka/batch_size/256, ";
    return """
    version: 1
    defaults:
      min_samples: 50
    thresholds:
      - {id: kafka-throughput, %smetric: throughput, %s}
    """
        .formatted(caseName, limit);
  }
}
