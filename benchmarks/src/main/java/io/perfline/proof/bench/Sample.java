package io.perfline.proof.bench;

/**
 * The result of one turn of a side.
 *
 * @param messages the number of acknowledged messages
 * @param seconds the time until the last acknowledgement
 * @param p50Millis the median response time; NaN if this side does not measure it
 * @param p99Millis the 99th percentile; NaN likewise
 * @param serverCpuSeconds the CPU time of the server's process in the meantime; NaN if not measured
 */
record Sample(
    long messages, double seconds, double p50Millis, double p99Millis, double serverCpuSeconds) {

  static Sample counted(long messages, double seconds) {
    return new Sample(messages, seconds, Double.NaN, Double.NaN, Double.NaN);
  }

  /** Returns the sum of two samples, with the response times of the other, longer one. */
  Sample plus(Sample other) {
    return new Sample(
        messages + other.messages,
        seconds + other.seconds,
        other.p50Millis,
        other.p99Millis,
        serverCpuSeconds + other.serverCpuSeconds);
  }

  double perSecond() {
    return messages / seconds;
  }

  double perServerCpuSecond() {
    return messages / serverCpuSeconds;
  }

  /** Returns the server's CPU time per message, in microseconds. */
  double serverCpuMicros() {
    return serverCpuSeconds * 1e6 / messages;
  }
}
