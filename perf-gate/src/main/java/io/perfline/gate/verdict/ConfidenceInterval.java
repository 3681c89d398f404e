package io.perfline.gate.verdict;

/**
 * A confidence interval, in the unit of its line.
 *
 * @param low lower end; negative infinity is written as null
 * @param high upper end; positive infinity is written as null
 * @param confidence probability that the interval contains the true value, 0 to 1
 * @param method the method of estimation, as the literature names it
 */
public record ConfidenceInterval(Double low, Double high, double confidence, String method) {}
