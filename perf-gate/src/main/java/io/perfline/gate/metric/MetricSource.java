package io.perfline.gate.metric;

import io.perfline.core.run.CaseResult;

/** The parts of a result that metrics are computed from. */
public enum MetricSource {
  /** The requests that succeeded. */
  REQUESTS,
  /** The requests that failed, so that failures don't make the metric invalid. */
  FAILURES,
  /** The times of requests. */
  TIMES,
  /** The server's cost per message, which not every server reports. */
  SERVER_COST,
  /** Memory of the server, which comparisons read once per deployment. */
  SERVER_MEMORY,
  /** The disk of the store. */
  STORE,
  /** The lag of consumers. */
  CONSUMERS,
  /** The shutdown of a service, when failed requests are expected. */
  SHUTDOWN,
  /** A figure that only some cases have. */
  FIGURE,
  /** A figure of a benchmark. */
  BENCHMARK,
  /** Results of the same case with two targets. */
  TWO_TARGETS;

  /** Returns the number of requests on which a metric of this source is based. */
  public long samples(CaseResult result) {
    return switch (this) {
      case SHUTDOWN -> result.drain() == null ? 0 : result.drain().underWay();
      case FAILURES -> result.requests() + result.errorCount();
      default -> result.requests();
    };
  }
}
