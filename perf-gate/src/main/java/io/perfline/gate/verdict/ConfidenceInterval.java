package io.perfline.gate.verdict;

/**
 * A confidence interval, in the unit of the line that holds it.
 *
 * @param low lower end; negative infinity is written as null
 * @param high upper end; positive infinity is written as null
 * @param confidence how sure it is that the true value lies inside, 0 to 1
 * @param method how it was found, in the words of the literature
 */
public record ConfidenceInterval(Double low, Double high, double confidence, String method) {}
