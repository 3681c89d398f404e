package io.perfline.sims.gatling;

import io.perfline.core.run.Counts;
import io.perfline.core.run.TimeDistribution;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** The results of a second, or of a longer or shorter period: counts, and times in microseconds. */
public final class SecondTally {

  private static final int MICROS = 1000;

  private final Histogram response = times();
  private final Histogram service = times();
  private long messages;
  private long bytes;
  private final Map<String, Long> errors = new TreeMap<>();
  private int users;
  private double seconds = 1;

  private static Histogram times() {
    Histogram histogram = new Histogram(3);
    histogram.setAutoResize(true);
    return histogram;
  }

  void success(long responseMillis, long serviceMillis, long messagesIn, long bytesIn) {
    response.recordValue(responseMillis * MICROS);
    service.recordValue(serviceMillis * MICROS);
    messages += messagesIn;
    bytes += bytesIn;
  }

  /** Adds a page; its intended send time is its actual one. */
  void page(long millis) {
    success(millis, millis, 0, 0);
  }

  /** Adds a response that does not count as a request. */
  void hit() {
    messages++;
  }

  void bytes(long count) {
    bytes += count;
  }

  void error(String kind) {
    errors.merge(kind, 1L, Long::sum);
  }

  /** Records a number of simultaneous users; the largest one of the second is kept. */
  void users(int count) {
    users = Math.max(users, count);
  }

  /** Sets the length of a second in which the load ended, as a share of a second. */
  void lasted(double part) {
    seconds = part;
  }

  double seconds() {
    return seconds;
  }

  public Counts counts() {
    return new Counts(
        service.getTotalCount(),
        messages,
        bytes,
        errors,
        TimeDistribution.of(response),
        TimeDistribution.of(service));
  }

  public int users() {
    return users;
  }
}
