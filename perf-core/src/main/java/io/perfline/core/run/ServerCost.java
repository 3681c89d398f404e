package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The server's cost during the measured period of a case.
 *
 * @param cpuUs CPU time of its threads without garbage collection and JIT compiler, in
 *     microseconds; of a program that is not a JVM, that of its whole process; null when it
 *     couldn't be measured
 * @param allocatedBytes memory its threads allocated; null when it couldn't be measured
 * @param cpuTotalUs CPU time of the whole process without the JIT compiler, in microseconds; null
 *     when it couldn't be measured
 * @param source the source of the figures, or the reason why there are none
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ServerCost(Double cpuUs, Double allocatedBytes, Double cpuTotalUs, String source)
    implements CaseDetail {

  /** Part of the source where one process runs both builds of a comparison. */
  public static final String SHARED = "one process runs both builds";

  /** Creates a cost without the CPU time of the whole process. */
  public ServerCost(Double cpuUs, Double allocatedBytes, String source) {
    this(cpuUs, allocatedBytes, null, source);
  }

  /** Adds another period; a figure that one of them lacks is null. */
  public ServerCost plus(ServerCost more) {
    return new ServerCost(
        sum(cpuUs, more.cpuUs),
        sum(allocatedBytes, more.allocatedBytes),
        sum(cpuTotalUs, more.cpuTotalUs),
        source.equals(more.source) ? source : source + "; " + more.source);
  }

  /** Returns true where one process runs both builds, so that their CPU can't be separated. */
  public boolean ofBothBuilds() {
    return source != null && source.contains(SHARED);
  }

  private static Double sum(Double one, Double other) {
    return one == null || other == null ? null : (Double) (one + other);
  }
}
