package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The results of requests to a service that was shut down under load.
 *
 * @param by the way of the shutdown, such as {@code sigterm}
 * @param underWay the number of requests that had been sent and not answered when the shutdown
 *     began
 * @param late the number of these that were answered afterwards; for a topic also by the successor
 * @param refused the number of requests that were refused until later, or could not connect
 * @param lost the number of requests that the service had accepted, or had received when the
 *     shutdown began, and never answered
 * @param untold the number of messages that were stored, but whose connection closed without an
 *     acknowledgement
 * @param unstored the number of messages that were acknowledged, but are not in the store
 * @param timeMs the duration of the shutdown in milliseconds; for a redeployment, the time until
 *     the next build was ready
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

  /** Returns the number of missing requests and messages. */
  public long missing() {
    return lost + untold + unstored;
  }
}
