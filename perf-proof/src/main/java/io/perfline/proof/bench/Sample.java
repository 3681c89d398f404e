package io.perfline.proof.bench;

/**
 * The result of one turn of a side.
 *
 * @param messages that were sent and acknowledged
 * @param seconds that it took, to the last acknowledgement
 * @param p50Millis median response time; NaN when this side doesn't take the times
 * @param p99Millis its 99th percentile; NaN likewise
 * @param serverCpuSeconds what the server's process used meanwhile; NaN when nobody looked
 */
record Sample(
    long messages, double seconds, double p50Millis, double p99Millis, double serverCpuSeconds) {

  /** Creates a sample without times. */
  static Sample counted(long messages, double seconds) {
    return new Sample(messages, seconds, Double.NaN, Double.NaN, Double.NaN);
  }

  /** Adds two samples; the times are those of the other one, which should be longer. */
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

  /** Returns microseconds of the server's CPU per message. */
  double serverCpuMicros() {
    return serverCpuSeconds * 1e6 / messages;
  }
}
