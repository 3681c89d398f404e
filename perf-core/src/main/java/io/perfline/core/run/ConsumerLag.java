package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * How far a consumer group was behind what the load produced.
 *
 * @param group its name
 * @param most messages that it hadn't committed, at the worst moment that counts
 * @param catchUpMs how long after the load it had committed all; when something is left, how long
 *     was waited
 * @param left messages that it hadn't committed even then
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ConsumerLag(String group, long most, long catchUpMs, long left)
    implements CaseDetail {}
