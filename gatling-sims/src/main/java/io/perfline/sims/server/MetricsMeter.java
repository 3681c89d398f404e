package io.perfline.sims.server;

import io.perfline.core.project.HttpProbe;
import java.io.IOException;
import java.net.URI;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * Reads a server's metrics in the Prometheus text format: {@code process_cpu_seconds_total}, which
 * covers the whole process, and {@code jvm_memory_allocated_bytes_total}, with any labels.
 */
public final class MetricsMeter implements CostMeter {

  private static final String CPU = "process_cpu_seconds_total";
  private static final String ALLOCATED = "jvm_memory_allocated_bytes_total";
  private static final double MICROS = 1e6;

  private final URI metrics;
  private final String authorization;
  private String missing = "";

  /**
   * @param authorization the value of the header {@code Authorization}; null for none
   */
  public MetricsMeter(URI metrics, String authorization) {
    this.metrics = metrics;
    this.authorization = authorization;
  }

  @Override
  public CostReading read() {
    try {
      HttpProbe.Answer answer = new HttpProbe(metrics, authorization).get("");
      if (answer.status() != 200) {
        missing = ", which answers with HTTP " + answer.status();
        return CostReading.NONE;
      }
      return parse(answer.body());
    } catch (IOException e) {
      missing = ", which doesn't answer: " + e;
      return CostReading.NONE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return CostReading.NONE;
    }
  }

  private CostReading parse(String text) {
    OptionalDouble cpu = sum(text, CPU);
    OptionalDouble allocated = sum(text, ALLOCATED);
    missing =
        (cpu.isPresent() ? "" : ", which has no " + CPU)
            + (allocated.isPresent() ? "" : ", which has no " + ALLOCATED);
    Double cpuUs = cpu.isPresent() ? (Double) (cpu.getAsDouble() * MICROS) : null;
    return new CostReading(
        cpuUs, allocated.isPresent() ? (Double) allocated.getAsDouble() : null, cpuUs);
  }

  /** Returns the sum of all series with a name; empty if there are none. */
  static OptionalDouble sum(String text, String name) {
    return Pattern.compile(
            "^" + name + "(?:\\{[^\\n]*\\})? ([0-9.eE+-]+)(?: \\d+)?$", Pattern.MULTILINE)
        .matcher(text)
        .results()
        .mapToDouble(match -> Double.parseDouble(match.group(1)))
        .reduce(Double::sum);
  }

  /**
   * Returns false: the server itself responds to a reading, which costs as much as some requests.
   */
  @Override
  public boolean readsAside() {
    return false;
  }

  @Override
  public String source() {
    return metrics + missing;
  }

  @Override
  public void close() {}
}
