package io.perfline.sims.gatling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the events of a load of one request a user at a constant rate. A request belongs to the
 * case when its intended send time lies behind the warm-up; it counts in the second in which it
 * came back.
 */
final class SteadyTally {

  private static final int MILLIS = 1000;

  private final HttpLoad load;
  private final List<LogEvent.Request> requests = new ArrayList<>();
  private final List<LogEvent.User> users = new ArrayList<>();
  private final List<LogEvent.Crash> crashes = new ArrayList<>();
  private final Map<String, Long> errors = new TreeMap<>();
  private final ErrorKinds kinds = new ErrorKinds();
  private final Second total = new Second();
  private final List<Second> seconds = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private long from;
  private long until;
  private long lastSuccess;
  private long sent;
  private long acknowledged;

  SteadyTally(HttpLoad load) {
    this.load = load;
  }

  void add(LogEvent event) {
    if (event instanceof LogEvent.Request request) {
      requests.add(request);
    } else if (event instanceof LogEvent.User user) {
      users.add(user);
    } else if (event instanceof LogEvent.Crash crash) {
      crashes.add(crash);
    }
  }

  /** Counts what was added; call it once, behind the last event. */
  void count() {
    if (requests.isEmpty()) {
      problems.add("nothing was measured: Gatling logged no request");
      crashes.forEach(this::crash);
      return;
    }
    requests.sort(Comparator.comparingLong(LogEvent.Request::start));
    SendPlan plan = SendPlan.constant(load.ratePerSecond(), (int) load.length().toSeconds());
    boolean planned = requests.size() == plan.size();
    if (!planned) {
      problems.add(
          "Gatling planned %d requests and logged %d".formatted(plan.size(), requests.size()));
    }
    long[] starts = requests.stream().mapToLong(LogEvent.Request::start).toArray();
    long origin = planned ? plan.origin(starts) : starts[0];
    from = origin + load.warmUp().toMillis();
    until = from + load.duration().toMillis();
    lastSuccess = from;
    for (int i = 0; i < requests.size(); i++) {
      LogEvent.Request request = requests.get(i);
      request(request, planned ? plan.intended(origin, i, request.start()) : request.start());
    }
    crashes.stream().filter(crash -> holds(crash.at())).forEach(this::crash);
    countUsers();
  }

  private void request(LogEvent.Request request, long intended) {
    if (request.ok()) {
      acknowledged++;
    }
    if (holds(request.start())) {
      sent++;
    }
    if (!holds(intended)) {
      return;
    }
    if (request.ok()) {
      long response = request.end() - intended;
      lastSuccess = Math.max(lastSuccess, request.end());
      total.success(response, request.millis(), 1, load.dataBytes());
      second(request.end()).success(response, request.millis(), 1, load.dataBytes());
    } else {
      errors.merge(kinds.of(request.message()), 1L, Long::sum);
      second(request.end()).error();
    }
  }

  private void crash(LogEvent.Crash crash) {
    errors.merge(kinds.ofCrash(), 1L, Long::sum);
    if (from > 0) {
      second(crash.at()).error();
    }
  }

  private boolean holds(long at) {
    return at >= from && at < until;
  }

  private Second second(long at) {
    int index = (int) ((at - from) / MILLIS);
    while (seconds.size() <= index) {
      seconds.add(new Second());
    }
    return seconds.get(index);
  }

  private void countUsers() {
    second(until - 1);
    users.sort(Comparator.comparingLong(LogEvent.User::at));
    long end = from + seconds.size() * (long) MILLIS;
    int there = 0;
    long told = from;
    for (LogEvent.User user : users) {
      for (; told <= user.at() && told < end; told += MILLIS) {
        second(told).users(there);
      }
      there += user.started() ? 1 : -1;
      if (user.at() >= from && user.at() < end) {
        second(user.at()).users(there);
      }
    }
    if (there != 0) {
      problems.add(there + " users had not ended when the event log did");
    }
  }

  /** First instant that counts, milliseconds since the epoch; 0 when nothing was measured. */
  long from() {
    return from;
  }

  /** First instant that doesn't. */
  long until() {
    return until;
  }

  /** When the last request that counts was answered without error; {@link #from} if none was. */
  long lastSuccess() {
    return lastSuccess;
  }

  /** Requests that went out between {@link #from} and {@link #until}. */
  long sent() {
    return sent;
  }

  /** Messages answered without error in all, warm-up included. */
  long acknowledged() {
    return acknowledged;
  }

  Map<String, Long> errors() {
    return errors;
  }

  Second total() {
    return total;
  }

  List<Second> seconds() {
    return seconds;
  }

  /** What makes the counts unbelievable. */
  List<String> problems() {
    return problems;
  }
}
