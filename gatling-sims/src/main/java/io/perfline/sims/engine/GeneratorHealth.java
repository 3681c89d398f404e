package io.perfline.sims.engine;

/**
 * How the generator's process fared.
 *
 * @param cpu share of the machine that it used, 0 to 1 (1 = all cores)
 * @param longestPauseMillis longest time for which it stood still
 * @param stillMillis all the time for which it stood still a tenth of a second or longer
 * @param gcMillis time that garbage collection took
 */
public record GeneratorHealth(
    double cpu, double longestPauseMillis, double stillMillis, double gcMillis) {}
