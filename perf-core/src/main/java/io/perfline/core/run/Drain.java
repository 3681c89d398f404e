package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The outcome of the requests to a service that was ended under load.
 *
 * @param by the way of the shutdown, such as {@code sigterm}
 * @param underWay requests that had been sent and not answered when its end began
 * @param late the requests among them that were answered afterwards; for a topic also by the
 *     successor
 * @param refused requests that were asked to come again, or that could not connect
 * @param lost requests that it had accepted, or had received when its end began, and that were
 *     never answered
 * @param untold messages that it had taken and stored when their connection closed without an
 *     answer
 * @param unstored messages that were acknowledged and are not in the store
 * @param timeMs the time from the start to the end of the shutdown, in milliseconds; for a
 *     redeployment, until the next one was ready
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Drain(
    String by,
    long underWay,
    long late,
    long refused,
    long lost,
    long untold,
    long unstored,
    double timeMs)
    implements CaseDetail {

  /** Returns the number of requests and messages that are missing. */
  public long missing() {
    return lost + untold + unstored;
  }
}
