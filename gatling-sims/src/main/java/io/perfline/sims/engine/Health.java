package io.perfline.sims.engine;

/**
 * How the generator's process fared.
 *
 * @param cpu share of the machine that it used, 0 to 1 (1 = all cores)
 * @param longestPauseMillis longest time for which it stood still
 * @param gcMillis time that garbage collection took
 */
public record Health(double cpu, double longestPauseMillis, double gcMillis) {}
