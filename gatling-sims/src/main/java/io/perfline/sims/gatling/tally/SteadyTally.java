package io.perfline.sims.gatling.tally;

import io.perfline.core.gatling.LogEvent;
import io.perfline.sims.gatling.load.HttpLoad;
import io.perfline.sims.gatling.simulation.LogNames;
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
public final class SteadyTally {

  private final HttpLoad load;
  private final List<LogEvent.Request> requests = new ArrayList<>();
  private final List<LogEvent.User> users = new ArrayList<>();
  private final List<LogEvent.Crash> crashes = new ArrayList<>();
  private final Map<String, Long> errors = new TreeMap<>();
  private final ErrorKinds kinds = new ErrorKinds();
  private final SecondTally total = new SecondTally();
  private final List<String> problems = new ArrayList<>();
  private Timeline timeline;
  private long from;
  private long until;
  private long lastSuccess;
  private long sent;
  private long acknowledged;

  public SteadyTally(HttpLoad load) {
    this.load = load;
  }

  /** Takes an event; those of visitors beside the load are none of its own. */
  public void add(LogEvent event) {
    if (event instanceof LogEvent.Request request && request.name().equals(LogNames.RECORD)) {
      requests.add(request);
    } else if (event instanceof LogEvent.User user && user.scenario().equals(LogNames.RECORD)) {
      users.add(user);
    } else if (event instanceof LogEvent.Crash crash
        && crash.message().startsWith(LogNames.RECORD + ":")) {
      crashes.add(crash);
    }
  }

  /** Counts what was added; call it once, behind the last event. */
  public Counted count() {
    if (requests.isEmpty()) {
      crashes.forEach(crash -> error(ErrorKinds.NOT_SENT));
      return Counted.nothing(errors);
    }
    requests.sort(Comparator.comparingLong(LogEvent.Request::start));
    SendPlan plan = SendPlan.constant(load.ownRate(), (int) load.length().toSeconds());
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
    timeline = new Timeline(from, until, users);
    for (int i = 0; i < starts.length; i++) {
      request(requests.get(i), planned ? plan.intended(origin, i, starts[i]) : starts[i]);
    }
    crashes.stream().filter(crash -> holds(crash.at())).forEach(this::crash);
    if (timeline.left() != 0) {
      problems.add(timeline.left() + " users had not ended when the event log did");
    }
    return counted();
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
    SecondTally second = timeline.at(request.end());
    if (request.ok()) {
      long response = request.end() - intended;
      lastSuccess = Math.max(lastSuccess, request.end());
      total.success(response, request.millis(), 1, load.dataBytes());
      second.success(response, request.millis(), 1, load.dataBytes());
    } else {
      error(kinds.of(request.message()));
      second.error();
    }
  }

  private void crash(LogEvent.Crash crash) {
    error(ErrorKinds.NOT_SENT);
    timeline.at(crash.at()).error();
  }

  private void error(String kind) {
    errors.merge(kind, 1L, Long::sum);
  }

  private boolean holds(long at) {
    return at >= from && at < until;
  }

  private Counted counted() {
    return new Counted(
        from,
        until,
        Math.max(until, lastSuccess),
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
