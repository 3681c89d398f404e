package io.perfline.sims.gatling;

import io.perfline.core.run.LogEvent;
import io.perfline.sims.gatling.load.HttpLoad;
import io.perfline.sims.gatling.load.LogNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Counts the events of a load of one request per user at a constant rate. A request belongs to the
 * case if its intended send time is after the warm-up; it counts in the second of its response.
 */
public final class SteadyTally {

  private final HttpLoad load;
  private final List<LogEvent.Request> requests = new ArrayList<>();
  private final List<LogEvent.User> users = new ArrayList<>();
  private final List<LogEvent.Crash> crashes = new ArrayList<>();

  public SteadyTally(HttpLoad load) {
    this.load = load;
  }

  /** Adds an event; events of visitors are ignored. */
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

  /** Returns the counts of all events; called once, after the last event. */
  public CountedLoad count() {
    if (requests.isEmpty()) {
      return CountedLoad.nothing(crashes.size());
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
    long counted = 0;
    for (int i = 0; i < starts.length; i++) {
      long intended = planned ? plan.intended(origin, i, starts[i]) : starts[i];
      if (count.contains(intended)) {
        count.add(requests.get(i), intended, load.dataBytes());
        counted++;
      }
    }
    count.receive(requests, counted, load.dataBytes());
    crashes.stream().filter(crash -> count.contains(crash.at())).forEach(count::add);
    if (count.left() != 0) {
      problems.add(count.left() + " users had not ended when the event log did");
    }
    return count.counted(
        Arrays.stream(starts).filter(count::contains).count(),
        requests.stream().filter(LogEvent.Request::ok).count(),
        problems);
  }

  /**
   * The times at which Gatling plans to send the requests of a load.
   *
   * @param offsets the planned times in ascending order, in milliseconds after the plan's origin
   */
  record SendPlan(long[] offsets) {

    /**
     * The precision of Gatling's injector in milliseconds. It schedules all users of a second at
     * once and in whole milliseconds, so seconds start some milliseconds late even on an idle
     * machine.
     */
    static final long PRECISION_MS = 5;

    private static final int MILLIS = 1000;

    /** Returns the plan of {@code constantUsersPerSec(rate).during(seconds)}. */
    static SendPlan constant(double ratePerSecond, int seconds) {
      int users = Math.toIntExact(Math.round(seconds * ratePerSecond));
      long[] offsets = new long[users];
      int next = 0;
      for (int second = 0; second < seconds; second++) {
        long inSecond = dealt(users, second, seconds) - dealt(users, second - 1, seconds);
        for (int milli = 0; milli < MILLIS; milli++) {
          long until = next + dealt(inSecond, milli, MILLIS) - dealt(inSecond, milli - 1, MILLIS);
          while (next < until) {
            offsets[next++] = second * (long) MILLIS + milli;
          }
        }
      }
      return new SendPlan(offsets);
    }

    /** Returns the number out of {@code total} that the buckets up to {@code bucket} contain. */
    private static long dealt(long total, int bucket, int buckets) {
      if (bucket < 0) {
        return 0;
      }
      return bucket == buckets - 1
          ? total
          : (long) Math.ceil(total / (double) buckets * (bucket + 1));
    }

    int size() {
      return offsets.length;
    }

    /** Returns the planned time of the {@code n}-th request, in milliseconds after the origin. */
    long offset(int n) {
      return offsets[n];
    }

    /**
     * Returns the intended send time of the {@code n}-th request: the planned time, or the actual
     * one if that differs by at most {@link #PRECISION_MS}.
     */
    long intended(long origin, int n, long start) {
      long planned = origin + offsets[n];
      return start - planned <= PRECISION_MS ? start : planned;
    }

    /**
     * Returns the plan's origin for requests sent at {@code starts}: the latest one with which no
     * request was sent early. The log does not contain it, and Gatling never sends early.
     *
     * @param starts the send times in ascending order, one per planned request
     */
    long origin(long[] starts) {
      if (starts.length != offsets.length) {
        throw new IllegalArgumentException(
            "%d requests for a plan of %d".formatted(starts.length, offsets.length));
      }
      long origin = Long.MAX_VALUE;
      for (int i = 0; i < starts.length; i++) {
        origin = Math.min(origin, starts[i] - offsets[i]);
      }
      return origin;
    }
  }
}
