package io.perfline.sims.gatling;

import io.perfline.core.run.LogEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Counts the events of any simulation. A request counts if it was sent after the warm-up, in the
 * second of its answer. Only the simulation knows the intended send times, so the response time
 * equals the service time.
 */
public final class RequestTally {

  private final Duration warmUp;
  private final List<LogEvent.Request> requests = new ArrayList<>();
  private final List<LogEvent.User> users = new ArrayList<>();
  private final List<LogEvent.Crash> crashes = new ArrayList<>();

  /**
   * @param warmUp from the first request on; what goes out in it isn't counted
   */
  public RequestTally(Duration warmUp) {
    this.warmUp = warmUp;
  }

  public void add(LogEvent event) {
    if (event instanceof LogEvent.Request request) {
      requests.add(request);
    } else if (event instanceof LogEvent.User user) {
      users.add(user);
    } else if (event instanceof LogEvent.Crash crash) {
      crashes.add(crash);
    }
  }

  /** Counts all that was added; call it after the last event. */
  public Counted count() {
    return count(request -> true, users, crashes);
  }

  /** Counts only the requests of a name, in the seconds of all. */
  public Counted count(String name) {
    return count(request -> request.name().equals(name), List.of(), List.of());
  }

  private Counted count(
      Predicate<LogEvent.Request> which, List<LogEvent.User> came, List<LogEvent.Crash> failed) {
    long first = requests.stream().mapToLong(LogEvent.Request::start).min().orElse(0);
    long from = first + warmUp.toMillis();
    long until = requests.stream().mapToLong(LogEvent.Request::end).max().orElse(0);
    if (until <= from) {
      return Counted.nothing(failed.size());
    }
    RequestCount count = new RequestCount(from, until, came);
    List<LogEvent.Request> sent =
        requests.stream().filter(one -> one.start() >= from).filter(which).toList();
    sent.forEach(request -> count.add(request, request.start(), 0));
    failed.stream().filter(crash -> crash.at() >= from).forEach(count::add);
    return count.counted(sent.size(), 0, List.of());
  }
}
