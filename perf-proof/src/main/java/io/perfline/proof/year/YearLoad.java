package io.perfline.proof.year;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.Second;
import io.perfline.gate.BranchTrend;
import io.perfline.gate.history.InfluxTrend;
import io.perfline.gate.history.KnownShifts;
import io.perfline.gate.influx.Database;
import io.perfline.gate.publish.CasePoints;
import io.perfline.gate.publish.EventPoints;
import io.perfline.gate.publish.IntervalPoints;
import io.perfline.gate.publish.VerdictPoints;
import io.perfline.gate.thresholds.Metric;
import io.perfline.gate.verdict.Verdict;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Loads a simulated year into a database, as publishing it build by build would. */
final class YearLoad {

  private static final Set<Metric> METRICS =
      EnumSet.of(Metric.THROUGHPUT, Metric.RESPONSE_TIME_P50, Metric.RESPONSE_TIME_P95);
  private static final double LEAST = 3; // percent

  private final Database database;
  private final PrintWriter out;

  YearLoad(Database database, PrintWriter out) {
    this.database = database;
    this.out = out;
  }

  void builds(int builds, int cases) {
    long start = System.nanoTime();
    database.createIfMissing();
    database.write(CasePoints.published());
    SimulatedYear year = new SimulatedYear(Instant.now(), builds, cases);
    Map<String, String> decided = new HashMap<>();
    List<String> forGood = new ArrayList<>();
    List<String> intervals = new ArrayList<>();
    long points = 0;
    for (int build = 0; build < builds; build++) {
      Run run = year.build(build);
      Map<CaseResult, List<Second>> seconds = new LinkedHashMap<>();
      run.cases().forEach(result -> seconds.put(result, year.seconds(result)));
      forGood.addAll(CasePoints.of(run, Map.of()));
      Verdict verdict = year.verdict(run, build);
      String before = decided.getOrDefault(run.branch(), "");
      decided.put(run.branch(), EventPoints.text(verdict));
      forGood.addAll(EventPoints.of(run, Optional.of(verdict), before));
      forGood.addAll(VerdictPoints.of(run, verdict));
      if (year.keeps(run.started())) {
        intervals.addAll(CasePoints.byRun(run, Map.of()));
      }
      seconds.forEach((result, all) -> intervals.addAll(IntervalPoints.of(run.run(), result, all)));
      if (forGood.size() + intervals.size() >= Database.BATCH || build == builds - 1) {
        points += forGood.size() + intervals.size();
        database.write(forGood);
        database.writeIntervals(intervals);
        forGood.clear();
        intervals.clear();
      }
    }
    out.printf(
        Locale.ROOT,
        "loaded %,d builds of %d cases, %,d points, in %.0f s%n",
        builds,
        cases,
        points,
        (System.nanoTime() - start) / 1e9);
    out.flush();
  }

  /** Does what {@code ./perf trend --publish} does behind each build. */
  void trend() {
    long start = System.nanoTime();
    Instant since = Instant.now().minus(SimulatedYear.YEAR);
    BranchTrend trend = new BranchTrend("main", "local", "commit", METRICS, since);
    KnownShifts none = new KnownShifts(List.of(), LocalDate.now(ZoneOffset.UTC));
    BranchTrend.Found found =
        trend.find(new InfluxTrend(database, "main", "local", "commit", since), none, LEAST);
    trend.publish(found, database);
    out.printf(
        Locale.ROOT,
        "found %d shifts in %,d histories, in %.0f s%n",
        found.shifts().size(),
        found.histories(),
        (System.nanoTime() - start) / 1e9);
    out.flush();
  }
}
