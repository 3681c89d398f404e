package io.perfline.core.run;

/**
 * How a generator's clock compared with one that other generators can see as well.
 *
 * @param reference what it was compared with; only readings with the same one compare
 * @param offset_ms how far the reference was ahead
 * @param uncertainty_ms how far off the offset may be
 */
public record ClockReading(String reference, double offset_ms, double uncertainty_ms) {}
