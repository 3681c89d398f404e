package io.perfline.proof.year;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.Second;
import io.perfline.gate.BranchTrend;
import io.perfline.gate.history.HistoryPart;
import io.perfline.gate.history.InfluxTrend;
import io.perfline.gate.history.KnownShifts;
import io.perfline.gate.influx.Database;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.publish.CasePoints;
import io.perfline.gate.publish.EventPoints;
import io.perfline.gate.publish.IntervalPoints;
import io.perfline.gate.publish.VerdictPoints;
import io.perfline.gate.verdict.Verdict;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Loads a simulated year into a database, like publishing it build by build. */
record YearLoad(Database database) {

  private static final Set<Metric> METRICS =
      EnumSet.of(Metric.THROUGHPUT, Metric.RESPONSE_TIME_P50, Metric.RESPONSE_TIME_P95);
  private static final double MIN_CHANGE_PERCENT = 3; // percent

  /** Loads all builds; returns the number of points. */
  long builds(int builds, int cases) {
    database.createIfMissing();
    database.write(CasePoints.published());
    SimulatedYear year = new SimulatedYear(Instant.now(), builds, cases);
    Map<String, String> decided = new HashMap<>();
    List<String> permanent = new ArrayList<>();
    List<String> intervals = new ArrayList<>();
    long points = 0;
    for (int build = 0; build < builds; build++) {
      Run run = year.build(build);
      Map<CaseResult, List<Second>> seconds = new LinkedHashMap<>();
      run.cases().forEach(result -> seconds.put(result, year.seconds(result)));
      permanent.addAll(CasePoints.of(run, Map.of()));
      Verdict verdict = year.verdict(run, build);
      String before = decided.getOrDefault(run.branch(), "");
      decided.put(run.branch(), EventPoints.text(verdict));
      permanent.addAll(EventPoints.of(run, Optional.of(verdict), before));
      permanent.addAll(VerdictPoints.of(run, verdict));
      if (year.keeps(run.started())) {
        intervals.addAll(CasePoints.byRun(run, Map.of()));
      }
      seconds.forEach(
          (result, all) ->
              IntervalPoints.stream(run.run(), result.name(), result.target(), all)
                  .forEach(intervals::add));
      if (permanent.size() + intervals.size() >= Database.BATCH || build == builds - 1) {
        points += permanent.size() + intervals.size();
        database.write(permanent);
        database.writeIntervals(intervals);
        permanent.clear();
        intervals.clear();
      }
    }
    return points;
  }

  /** Does what {@code ./perfline trend --publish} does after each build. */
  BranchTrend.Found trend() {
    Instant since = Instant.now().minus(SimulatedYear.YEAR);
    HistoryPart part = new HistoryPart("main", "local", "commit", since);
    BranchTrend trend = new BranchTrend(part, METRICS);
    KnownShifts none = new KnownShifts(List.of(), LocalDate.now(ZoneOffset.UTC));
    BranchTrend.Found found = trend.find(new InfluxTrend(database, part), none, MIN_CHANGE_PERCENT);
    trend.publish(found, database);
    return found;
  }
}
