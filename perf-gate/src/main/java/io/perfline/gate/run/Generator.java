package io.perfline.gate.run;

/**
 * The load generator's own health during a case.
 *
 * @param cpu share of the generator's machine that its process used, 0 to 1 (1 = all cores)
 * @param intended_rate_per_s requests per second that an open model was asked for; null in a closed
 *     model
 * @param achieved_rate_per_s requests per second that were sent
 * @param longest_pause_ms longest time for which the generator's process stood still
 */
public record Generator(
    double cpu, Double intended_rate_per_s, double achieved_rate_per_s, double longest_pause_ms) {}
