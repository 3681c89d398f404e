package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * What the load cost the server's process in the time that a case counts.
 *
 * @param cpuUs CPU time it used, in microseconds; null when it couldn't be measured
 * @param allocatedBytes memory its threads allocated; null when it couldn't be measured
 * @param source where that was read, or why it couldn't be
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ServerCost(Double cpuUs, Double allocatedBytes, String source) {

  /** Both periods together; unknown what one of them doesn't know. */
  public ServerCost plus(ServerCost more) {
    return new ServerCost(
        sum(cpuUs, more.cpuUs),
        sum(allocatedBytes, more.allocatedBytes),
        source.equals(more.source) ? source : source + "; " + more.source);
  }

  private static Double sum(Double one, Double other) {
    return one == null || other == null ? null : (Double) (one + other);
  }
}
