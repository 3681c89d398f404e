package io.perfline.sims.gatling;

import io.perfline.core.run.SecondCounts;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The results of a second, or of a longer or shorter period: counts, and times in microseconds. */
public final class SecondTally {

  private static final int MICROS = 1000;

  private final Histogram response = times();
  private final Histogram service = times();
  private long messages;
  private long bytes;
  private long errors;
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

  void error() {
    errors++;
  }

  /** Records a number of simultaneous users; the largest one of the second is kept. */
  void users(int count) {
    users = Math.max(users, count);
  }

  /** Sets the length of a second in which the load ended, as a share of a second. */
  void lasted(double part) {
    seconds = part;
  }

  /** Returns the counts of second {@code index}, with the servers' CPU use. */
  public SecondCounts counts(int index, Map<String, Double> cpu) {
    return new SecondCounts(index, seconds, requests(), messages, bytes, errors, users, cpu);
  }

  public long requests() {
    return service.getTotalCount();
  }

  public long messages() {
    return messages;
  }

  public long bytes() {
    return bytes;
  }

  public long errors() {
    return errors;
  }

  public int users() {
    return users;
  }

  public Histogram response() {
    return response;
  }

  public Histogram service() {
    return service;
  }
}
