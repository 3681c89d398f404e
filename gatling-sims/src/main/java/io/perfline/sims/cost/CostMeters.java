package io.perfline.sims.cost;

import java.net.URI;

/** Finds out how to learn what a server uses. */
public final class CostMeters {

  private CostMeters() {}

  /**
   * Of what tells Prometheus what it uses.
   *
   * @param authorization the header's value; null for none
   */
  public static CostMeter ofMetrics(URI metrics, String authorization) {
    return new MetricsMeter(metrics, authorization);
  }

  /** Of a JVM on this machine. */
  public static CostMeter ofJvm(long pid) {
    return JvmMeter.of(pid);
  }
}
