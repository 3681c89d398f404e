package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The lag of a consumer group during and after the load.
 *
 * @param group its name
 * @param most messages that it hadn't committed, at the worst moment that counts
 * @param catchUpMs the time after the load until it had committed all messages; if some are left,
 *     the time that was waited
 * @param left messages that it hadn't committed even then
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ConsumerLag(String group, long most, long catchUpMs, long left)
    implements CaseDetail {}
