package io.perfline.sims.server;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * The resources that a server has used since it started.
 *
 * @param cpuUs the CPU time of its threads without garbage collection and JIT compiler, in
 *     microseconds; null if unknown
 * @param allocatedBytes the allocated memory; null if unknown
 * @param cpuTotalUs the CPU time of the whole process without the JIT compiler, in microseconds;
 *     null if unknown
 * @param needsUs the CPU time of each server that the service needs, in microseconds, by its name;
 *     without those whose CPU time is unknown
 */
public record CostReading(
    Double cpuUs, Double allocatedBytes, Double cpuTotalUs, Map<String, Double> needsUs) {

  /** A reading without any figure. */
  public static final CostReading NONE = new CostReading(null, null, null);

  /** Creates a reading of a service that needs no other servers. */
  public CostReading(Double cpuUs, Double allocatedBytes, Double cpuTotalUs) {
    this(cpuUs, allocatedBytes, cpuTotalUs, Map.of());
  }

  /** Returns the difference from an earlier reading; a figure that either reading lacks is null. */
  public CostReading since(CostReading before) {
    return new CostReading(
        difference(cpuUs, before.cpuUs),
        difference(allocatedBytes, before.allocatedBytes),
        difference(cpuTotalUs, before.cpuTotalUs),
        both(needsUs, before.needsUs, CostReading::difference));
  }

  /** Returns the sum of both readings; a figure that either reading lacks is null. */
  public CostReading plus(CostReading more) {
    return new CostReading(
        sum(cpuUs, more.cpuUs),
        sum(allocatedBytes, more.allocatedBytes),
        sum(cpuTotalUs, more.cpuTotalUs),
        both(needsUs, more.needsUs, CostReading::sum));
  }

  /** Combines the values that both have. */
  private static Map<String, Double> both(
      Map<String, Double> one, Map<String, Double> other, BinaryOperator<Double> combined) {
    Map<String, Double> all = new TreeMap<>(one);
    all.keySet().retainAll(other.keySet());
    all.replaceAll((name, value) -> combined.apply(value, other.get(name)));
    return all;
  }

  private static Double sum(Double one, Double other) {
    return one == null || other == null ? null : (Double) (one + other);
  }

  private static Double difference(Double now, Double before) {
    return now == null || before == null ? null : (Double) (now - before);
  }
}
