package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The difference between a generator's clock and a clock that other generators can read as well.
 *
 * @param reference the name of the other clock; only readings with the same reference are
 *     comparable
 * @param offsetMs the milliseconds by which the reference was ahead
 * @param uncertaintyMs the maximum error of the offset in milliseconds
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ClockReading(String reference, double offsetMs, double uncertaintyMs) {}
