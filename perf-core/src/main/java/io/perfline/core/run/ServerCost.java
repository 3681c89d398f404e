package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The server's cost during the measured period of a case.
 *
 * @param cpuUs the CPU time of its threads without garbage collection and JIT compiler, in
 *     microseconds, or of the whole process of a program that is not a JVM; null if unknown
 * @param allocatedBytes the memory that its threads allocated; null if unknown
 * @param cpuTotalUs the CPU time of the whole process without the JIT compiler, in microseconds;
 *     null if unknown
 * @param source the source of the figures, or the reason why there are none
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ServerCost(Double cpuUs, Double allocatedBytes, Double cpuTotalUs, String source)
    implements CaseDetail {

  /** The part of the source that shows that one process runs both builds of a comparison. */
  public static final String SHARED = "one process runs both builds";

  /** Creates a cost without the CPU time of the whole process. */
  public ServerCost(Double cpuUs, Double allocatedBytes, String source) {
    this(cpuUs, allocatedBytes, null, source);
  }

  /**
   * Returns the sum with the cost of another period; a figure that either of them lacks is null.
   */
  public ServerCost plus(ServerCost more) {
    return new ServerCost(
        sum(cpuUs, more.cpuUs),
        sum(allocatedBytes, more.allocatedBytes),
        sum(cpuTotalUs, more.cpuTotalUs),
        source.equals(more.source) ? source : source + "; " + more.source);
  }

  /** Returns true if one process runs both builds, so that their CPU times can't be separated. */
  public boolean ofBothBuilds() {
    return source != null && source.contains(SHARED);
  }

  private static Double sum(Double one, Double other) {
    return one == null || other == null ? null : (Double) (one + other);
  }
}
