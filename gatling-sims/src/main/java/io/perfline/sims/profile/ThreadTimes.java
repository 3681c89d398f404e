package io.perfline.sims.profile;

/**
 * CPU time that a server's threads have used, but for those of JMX, in microseconds.
 *
 * @param cpuUs all of it, by clocks of nanoseconds
 * @param userUs the part outside of the kernel, of which systems tell some milliseconds a thread
 */
public record ThreadTimes(double cpuUs, double userUs) {

  static final ThreadTimes NONE = new ThreadTimes(0, 0);

  ThreadTimes plus(ThreadTimes other) {
    return new ThreadTimes(cpuUs + other.cpuUs, userUs + other.userUs);
  }

  /** What was used since an earlier reading. */
  public ThreadTimes since(ThreadTimes before) {
    return new ThreadTimes(cpuUs - before.cpuUs, userUs - before.userUs);
  }
}
