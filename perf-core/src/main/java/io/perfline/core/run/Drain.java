package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * What became of the load of a service that was ended under it.
 *
 * @param by how it was ended, such as {@code sigterm}
 * @param underWay requests that had been sent and not answered when it was told to end
 * @param late those of them that were answered afterwards; of a topic also by its successor
 * @param refused requests that were told to come again, or found the door shut
 * @param lost requests that it had taken, or had before it when it was told to end, and that nobody
 *     ever answered
 * @param untold messages that it had taken and stored when their connection closed without an
 *     answer
 * @param unstored messages that were acknowledged and are not in the store
 * @param timeMs from its being told to end until it had; of a redeployment until the next one was
 *     ready
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

  /** Requests and messages together that the service owes somebody; 0 where nothing is missing. */
  public long missing() {
    return lost + untold + unstored;
  }
}
