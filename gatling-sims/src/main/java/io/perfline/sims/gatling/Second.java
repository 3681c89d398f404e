package io.perfline.sims.gatling;

import io.perfline.core.run.SecondCounts;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** What came back in a second, or in any stretch of time: counts, and times in microseconds. */
final class Second {

  private static final int MICROS = 1000;

  private final Histogram response = times();
  private final Histogram service = times();
  private long messages;
  private long bytes;
  private long errors;
  private int users;

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

  /** A page was there, or in whatever else no intended send time is apart from the actual one. */
  void page(long millis) {
    success(millis, millis, 0, 0);
  }

  /** An answer came that is not a request of its own. */
  void hit() {
    messages++;
  }

  void bytes(long count) {
    bytes += count;
  }

  void error() {
    errors++;
  }

  /** So many users were there at once. */
  void users(int count) {
    users = Math.max(users, count);
  }

  /** All counts; {@code index} is the second's number, {@code cpu} what servers used in it. */
  SecondCounts counts(int index, Map<String, Double> cpu) {
    return new SecondCounts(index, 1, requests(), messages, bytes, errors, users, cpu);
  }

  long requests() {
    return service.getTotalCount();
  }

  long messages() {
    return messages;
  }

  long bytes() {
    return bytes;
  }

  long errors() {
    return errors;
  }

  int users() {
    return users;
  }

  Histogram response() {
    return response;
  }

  Histogram service() {
    return service;
  }
}
