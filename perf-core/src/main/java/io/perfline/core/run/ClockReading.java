package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The difference between a generator's clock and one that other generators can read as well.
 *
 * @param reference the name of that clock; only readings with the same one compare
 * @param offsetMs milliseconds by which the reference was ahead
 * @param uncertaintyMs largest error of the offset
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ClockReading(String reference, double offsetMs, double uncertaintyMs) {}
