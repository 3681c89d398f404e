package io.perfline.sims.gatling;

import io.perfline.core.run.LogEvent;
import io.perfline.core.run.Received;
import io.perfline.core.run.WarmUpRequests;
import java.util.List;
import java.util.Map;

/** Counts requests in the second in which they were answered. */
final class RequestCount {

  private final long from;
  private final long until;
  private final Timeline timeline;
  private final SecondTally total = new SecondTally();
  private final ErrorKinds kinds = new ErrorKinds();
  private long lastSuccess;
  private WarmUpRequests warmUp;
  private Received received;

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

  boolean contains(long at) {
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
      String kind = kinds.of(request.message());
      total.error(kind);
      second.error(kind);
    }
  }

  /**
   * Counts all requests of an open model by the time of their responses, also those of the warm-up.
   *
   * @param requests all requests of the load, each with one message
   * @param counted the number of those that were added
   * @param bytes the size of the payload of each
   */
  void receive(List<LogEvent.Request> requests, long counted, int bytes) {
    long answered = requests.stream().filter(LogEvent.Request::ok).count();
    long inTime =
        requests.stream().filter(request -> request.ok() && contains(request.end())).count();
    long ok = total.counts().requests();
    warmUp = new WarmUpRequests(answered - ok, requests.size() - counted - (answered - ok));
    received = new Received(inTime, inTime, inTime * bytes, (until - from) / 1000.0);
  }

  /** Adds a request that was never sent. */
  void add(LogEvent.Crash crash) {
    total.error(ErrorKinds.NOT_SENT);
    timeline.at(crash.at()).error(ErrorKinds.NOT_SENT);
  }

  /** Returns the number of users that had started and not ended when the log ended. */
  int left() {
    return timeline.left();
  }

  /** Returns all counts; called once, after the last request. */
  CountedLoad counted(long sent, long acknowledged, List<String> problems) {
    return new CountedLoad(
        from,
        until,
        lastSuccess,
        sent,
        acknowledged,
        total.counts(),
        warmUp,
        received,
        timeline.seconds(),
        List.of(),
        Map.of(),
        problems);
  }
}
