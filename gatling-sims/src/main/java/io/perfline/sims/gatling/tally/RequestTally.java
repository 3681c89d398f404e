package io.perfline.sims.gatling.tally;

import io.perfline.core.gatling.LogEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Counts the events of any simulation. A request counts when it went out behind the warm-up, in the
 * second in which it came back. When it should have gone out nobody knows but the simulation: its
 * response time is its service time.
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

  /** Takes an event. */
  public void add(LogEvent event) {
    if (event instanceof LogEvent.Request request) {
      requests.add(request);
    } else if (event instanceof LogEvent.User user) {
      users.add(user);
    } else if (event instanceof LogEvent.Crash crash) {
      crashes.add(crash);
    }
  }

  /** Counts all that was added; call it behind the last event. */
  public Counted count() {
    return new Sum(users).of(request -> true, crashes);
  }

  /** Counts the requests of a name alone, in the seconds of all. */
  public Counted count(String name) {
    return new Sum(List.of()).of(request -> request.name().equals(name), List.of());
  }

  /** What comes of some of the events. */
  private final class Sum {
    private final long from;
    private final long until;
    private final List<LogEvent.User> users;
    private final SecondTally total = new SecondTally();
    private final ErrorKinds kinds = new ErrorKinds();
    private final Map<String, Long> errors = new TreeMap<>();
    private Timeline timeline;
    private long lastSuccess;
    private long sent;

    Sum(List<LogEvent.User> users) {
      this.users = users;
      long first = requests.stream().mapToLong(LogEvent.Request::start).min().orElse(0);
      from = first + warmUp.toMillis();
      until = requests.stream().mapToLong(LogEvent.Request::end).max().orElse(0);
    }

    Counted of(Predicate<LogEvent.Request> which, List<LogEvent.Crash> failed) {
      if (until <= from) {
        failed.forEach(crash -> error(ErrorKinds.NOT_SENT));
        return Counted.nothing(errors);
      }
      timeline = new Timeline(from, until, users);
      lastSuccess = from;
      requests.stream().filter(one -> one.start() >= from).filter(which).forEach(this::request);
      for (LogEvent.Crash crash : failed) {
        if (crash.at() >= from) {
          error(ErrorKinds.NOT_SENT);
          timeline.at(crash.at()).error();
        }
      }
      List<SecondTally> seconds = timeline.seconds();
      return new Counted(
          from,
          until,
          until,
          lastSuccess,
          sent,
          0,
          total,
          seconds,
          errors,
          List.of(),
          Map.of(),
          List.of());
    }

    private void request(LogEvent.Request request) {
      sent++;
      SecondTally second = timeline.at(request.end());
      if (request.ok()) {
        lastSuccess = Math.max(lastSuccess, request.end());
        total.success(request.millis(), request.millis(), 1, 0);
        second.success(request.millis(), request.millis(), 1, 0);
      } else {
        error(kinds.of(request.message()));
        second.error();
      }
    }

    private void error(String kind) {
      errors.merge(kind, 1L, Long::sum);
    }
  }
}
