package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The lag of a consumer group during and after the load.
 *
 * @param most the maximum lag in messages during the period that counts
 * @param catchUpMs the milliseconds after the load until the group had no lag; if it still has
 *     some, the time that was waited
 * @param left the remaining lag in messages after that time
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ConsumerLag(String group, long most, long catchUpMs, long left)
    implements CaseDetail {}
