package io.perfline.sims.cost;

import io.perfline.core.environment.Environment;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** Finds out how to learn what the recorder's server uses. */
public final class CostMeters {

  /** The local stack's part, and the variable by which an environment file takes it. */
  private static final String TOMCAT = "tomcat";

  private static final String TOMCAT_PORT = "PERF_TOMCAT_PORT";

  private CostMeters() {}

  /**
   * Of the recorder's server: by JMX when it is the local stack's, else by what it tells at {@code
   * /metrics}.
   *
   * @param servers the processes of the local stack, by name
   */
  public static CostMeter of(Environment environment, Map<String, ProcessHandle> servers) {
    return localTomcat(environment, servers)
        .map(tomcat -> ofJvm(tomcat.pid()))
        .orElseGet(
            () -> new MetricsMeter(URI.create(environment.recorder().url() + "/metrics"), null));
  }

  /**
   * The recorder's server when it is the local stack's.
   *
   * @param servers the processes of the local stack, by name
   */
  public static Optional<ProcessHandle> localTomcat(
      Environment environment, Map<String, ProcessHandle> servers) {
    return Optional.ofNullable(servers.get(TOMCAT))
        .filter(there -> environment.variables().contains(TOMCAT_PORT));
  }

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
