package io.perfline.core.run;

/**
 * The load generator's own health during a case.
 *
 * @param cpu share of the generator's machine that its process used, 0 to 1 (1 = all cores)
 * @param intended_rate_per_s requests per second that an open model was asked for; null in a closed
 *     model
 * @param achieved_rate_per_s requests per second that were sent
 * @param longest_pause_ms longest time for which the generator's process stood still, whatever the
 *     reason: garbage collection, no CPU, a stopped machine
 * @param gc_ms time that its garbage collections took; null when nobody looked
 */
public record Generator(
    double cpu,
    Double intended_rate_per_s,
    double achieved_rate_per_s,
    double longest_pause_ms,
    Double gc_ms) {

  /** A generator whose garbage collections nobody looked at. */
  public Generator(
      double cpu, Double intended_rate_per_s, double achieved_rate_per_s, double longest_pause_ms) {
    this(cpu, intended_rate_per_s, achieved_rate_per_s, longest_pause_ms, null);
  }
}
