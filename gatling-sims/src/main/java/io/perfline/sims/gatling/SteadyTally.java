package io.perfline.sims.gatling;

import io.perfline.core.gatling.LogEvent;
import io.perfline.sims.gatling.load.HttpLoad;
import io.perfline.sims.gatling.simulation.LogNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

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
      return Counted.nothing(crashes.size());
    }
    requests.sort(Comparator.comparingLong(LogEvent.Request::start));
    SendPlan plan = SendPlan.constant(load.ownRate(), (int) load.length().toSeconds());
    List<String> problems = new ArrayList<>();
    boolean planned = requests.size() == plan.size();
    if (!planned) {
      problems.add(
          "Gatling planned %d requests and logged %d".formatted(plan.size(), requests.size()));
    }
    long[] starts = requests.stream().mapToLong(LogEvent.Request::start).toArray();
    long origin = planned ? plan.origin(starts) : starts[0];
    long from = origin + load.warmUp().toMillis();
    RequestCount count = new RequestCount(from, from + load.duration().toMillis(), users);
    for (int i = 0; i < starts.length; i++) {
      long intended = planned ? plan.intended(origin, i, starts[i]) : starts[i];
      if (count.holds(intended)) {
        count.add(requests.get(i), intended, load.dataBytes());
      }
    }
    crashes.stream().filter(crash -> count.holds(crash.at())).forEach(count::add);
    if (count.left() != 0) {
      problems.add(count.left() + " users had not ended when the event log did");
    }
    return count.counted(
        Arrays.stream(starts).filter(count::holds).count(),
        requests.stream().filter(LogEvent.Request::ok).count(),
        problems);
  }
}
