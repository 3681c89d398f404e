package io.perfline.sims.gatling;

import io.perfline.core.run.Counts;
import io.perfline.core.run.Level;
import io.perfline.core.run.Received;
import io.perfline.core.run.WarmUpRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The counts of a load. Times are milliseconds since the epoch.
 *
 * @param from the first instant that counts; 0 if nothing was measured
 * @param until the first instant after {@code from} that doesn't count
 * @param lastSuccess the time of the last counted response without error
 * @param sent the number of requests sent between {@code from} and {@code until}
 * @param acknowledged the number of all acknowledged messages, including those of the warm-up and
 *     those that visitors look at
 * @param total the sums over the whole period
 * @param warmUp the requests before {@code from}; null if they were not counted
 * @param received what was received between {@code from} and {@code until}; null unless the load is
 *     an open model
 * @param seconds the counts of each second, from {@code from} on
 * @param levels the results of each number of users
 * @param parts the seconds of the parts of the load, by name; empty if it has no parts
 * @param problems the reasons why the counts are not valid
 */
public record CountedLoad(
    long from,
    long until,
    long lastSuccess,
    long sent,
    long acknowledged,
    Counts total,
    WarmUpRequests warmUp,
    Received received,
    List<SecondTally> seconds,
    List<Level> levels,
    Map<String, List<SecondTally>> parts,
    List<String> problems) {

  public CountedLoad {
    seconds = List.copyOf(seconds);
    levels = List.copyOf(levels);
    parts = Map.copyOf(parts);
    problems = List.copyOf(problems);
  }

  /** Returns a result without a measurement; {@code notSent} requests were never sent. */
  static CountedLoad nothing(long notSent) {
    return new CountedLoad(
        0,
        0,
        0,
        0,
        0,
        Counts.NONE.withErrors(notSent == 0 ? Map.of() : Map.of(ErrorKinds.NOT_SENT, notSent)),
        null,
        null,
        List.of(),
        List.of(),
        Map.of(),
        List.of("nothing was measured: Gatling logged no request"));
  }

  /**
   * Returns the last instant that counts: {@code until} or, in an open model, the last response if
   * it is later.
   */
  public long end() {
    return Math.max(until, lastSuccess);
  }

  public boolean isNothing() {
    return from == 0;
  }

  /**
   * Returns this load with visitors: it keeps its own figures and gets the levels and parts of the
   * visitors' load. The result is not valid if no page succeeded.
   */
  public CountedLoad withVisitors(CountedLoad visitors) {
    List<String> all = new ArrayList<>(problems);
    visitors.problems.forEach(problem -> all.add("visitors: " + problem));
    if (!visitors.isNothing() && visitors.total.requests() == 0) {
      all.add("visitors: no page succeeded");
    }
    return new CountedLoad(
        from,
        until,
        lastSuccess,
        sent,
        acknowledged + visitors.acknowledged,
        total,
        warmUp,
        received,
        seconds,
        visitors.levels,
        visitors.parts,
        all);
  }
}
