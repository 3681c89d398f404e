package io.perfline.sims.server;

/**
 * The resources that a server has used since it started.
 *
 * @param cpuUs the CPU time of its threads without garbage collection and JIT compiler, in
 *     microseconds; null if unknown
 * @param allocatedBytes the allocated memory; null if unknown
 * @param cpuTotalUs the CPU time of the whole process without the JIT compiler, in microseconds;
 *     null if unknown
 */
public record CostReading(Double cpuUs, Double allocatedBytes, Double cpuTotalUs) {

  /** A reading without any figure. */
  public static final CostReading NONE = new CostReading(null, null, null);

  /** Returns the difference from an earlier reading; a figure that either reading lacks is null. */
  public CostReading since(CostReading before) {
    return new CostReading(
        difference(cpuUs, before.cpuUs),
        difference(allocatedBytes, before.allocatedBytes),
        difference(cpuTotalUs, before.cpuTotalUs));
  }

  /** Returns the sum of both readings; a figure that either reading lacks is null. */
  public CostReading plus(CostReading more) {
    return new CostReading(
        sum(cpuUs, more.cpuUs),
        sum(allocatedBytes, more.allocatedBytes),
        sum(cpuTotalUs, more.cpuTotalUs));
  }

  private static Double sum(Double one, Double other) {
    return one == null || other == null ? null : (Double) (one + other);
  }

  private static Double difference(Double now, Double before) {
    return now == null || before == null ? null : (Double) (now - before);
  }
}
