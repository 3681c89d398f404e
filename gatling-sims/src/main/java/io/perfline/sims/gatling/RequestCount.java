package io.perfline.sims.gatling;

import io.perfline.core.run.LogEvent;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts requests in the second in which they were answered. */
final class RequestCount {

  private final long from;
  private final long until;
  private final Timeline timeline;
  private final SecondTally total = new SecondTally();
  private final ErrorKinds kinds = new ErrorKinds();
  private final Map<String, Long> errors = new TreeMap<>();
  private long lastSuccess;

  /**
   * @param from the first instant that counts, in milliseconds since the epoch
   * @param until the first instant after {@code from} that doesn't count
   * @param users the arrivals and departures of users
   */
  RequestCount(long from, long until, List<LogEvent.User> users) {
    this.from = from;
    this.until = until;
    timeline = new Timeline(from, until, users);
    lastSuccess = from;
  }

  boolean holds(long at) {
    return at >= from && at < until;
  }

  /**
   * Adds a request that contains one message.
   *
   * @param intended the intended send time, in milliseconds since the epoch
   * @param bytes the size of its payload
   */
  void add(LogEvent.Request request, long intended, int bytes) {
    SecondTally second = timeline.at(request.end());
    if (request.ok()) {
      long response = request.end() - intended;
      lastSuccess = Math.max(lastSuccess, request.end());
      total.success(response, request.millis(), 1, bytes);
      second.success(response, request.millis(), 1, bytes);
    } else {
      errors.merge(kinds.of(request.message()), 1L, Long::sum);
      second.error();
    }
  }

  /** Adds a request that was never sent. */
  void add(LogEvent.Crash crash) {
    errors.merge(ErrorKinds.NOT_SENT, 1L, Long::sum);
    timeline.at(crash.at()).error();
  }

  /** Returns the number of users that had started and not ended when the log ended. */
  int left() {
    return timeline.left();
  }

  /** Returns all counts; called once, after the last request. */
  Counted counted(long sent, long acknowledged, List<String> problems) {
    return new Counted(
        from,
        until,
        lastSuccess,
        sent,
        acknowledged,
        total,
        timeline.seconds(),
        errors,
        List.of(),
        Map.of(),
        problems);
  }
}
