package io.perfline.sims.paired;

import io.perfline.core.run.SentRequests;
import io.perfline.sims.engine.SliceMeasurement;
import java.time.Duration;

/**
 * Counts the requests of a load to both builds. If they change data, both builds must get equally
 * many: otherwise the faster build, which gets more of them in the same time, works on more data
 * afterwards.
 */
final class SentBalance {

  /** The largest relative difference that no catching up reduces. */
  private static final double EVEN = 0.002;

  private final boolean changesData;
  private final int atOnce;
  private final long[] sent = new long[2];
  private final double[] seconds = new double[2];

  /**
   * @param atOnce the number of requests that a load sends at least, because each connection sends
   *     one
   */
  SentBalance(boolean changesData, int atOnce) {
    this.changesData = changesData;
    this.atOnce = atOnce;
  }

  /** Counts the requests of one build, {@link Pairs#CANDIDATE} or {@link Pairs#BASELINE}. */
  void add(int side, SliceMeasurement measured) {
    sent[side] += measured.sent();
    seconds[side] += measured.seconds();
  }

  /** Returns whether one build must get more requests. */
  boolean isUneven() {
    long all = Math.max(sent[0], sent[1]);
    return changesData && missing() > Math.max(atOnce, EVEN * all);
  }

  /** Returns the build that got fewer requests. */
  int sideWithFewer() {
    return sent[Pairs.CANDIDATE] < sent[Pairs.BASELINE] ? Pairs.CANDIDATE : Pairs.BASELINE;
  }

  /** Returns how long the build that got fewer requests takes for the missing ones. */
  Duration length(Duration most) {
    int side = sideWithFewer();
    double needed = sent[side] == 0 ? most.toNanos() : missing() * 1e9 * seconds[side] / sent[side];
    return Duration.ofNanos((long) Math.max(1_000_000, Math.min(most.toNanos(), needed)));
  }

  private long missing() {
    return Math.abs(sent[0] - sent[1]);
  }

  long sentTo(int side) {
    return sent[side];
  }

  /** Returns the requests to both builds; null if they change no data. */
  SentRequests sent() {
    return changesData ? new SentRequests(sent[Pairs.CANDIDATE], sent[Pairs.BASELINE]) : null;
  }
}
