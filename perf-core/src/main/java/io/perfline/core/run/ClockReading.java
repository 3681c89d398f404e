package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * How a generator's clock compared with one that other generators can see as well.
 *
 * @param reference what it was compared with; only readings with the same one compare
 * @param offsetMs how far the reference was ahead
 * @param uncertaintyMs how far off the offset may be
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ClockReading(String reference, double offsetMs, double uncertaintyMs) {}
