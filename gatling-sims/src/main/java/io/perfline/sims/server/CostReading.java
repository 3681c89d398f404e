package io.perfline.sims.server;

/**
 * What a server has used since some instant of its life.
 *
 * @param cpuUs CPU time in microseconds; null when it can't be measured
 * @param allocatedBytes memory allocated; null when it can't be measured
 */
public record CostReading(Double cpuUs, Double allocatedBytes) {

  /** Of a server that nothing can be learnt of. */
  public static final CostReading NONE = new CostReading(null, null);

  /** What it used since {@code before}; null where one of both isn't known. */
  public CostReading since(CostReading before) {
    return new CostReading(
        difference(cpuUs, before.cpuUs), difference(allocatedBytes, before.allocatedBytes));
  }

  /** Both together; null where one of both isn't known. */
  public CostReading plus(CostReading more) {
    return new CostReading(sum(cpuUs, more.cpuUs), sum(allocatedBytes, more.allocatedBytes));
  }

  private static Double sum(Double one, Double other) {
    return one == null || other == null ? null : (Double) (one + other);
  }

  private static Double difference(Double now, Double before) {
    return now == null || before == null ? null : (Double) (now - before);
  }
}
