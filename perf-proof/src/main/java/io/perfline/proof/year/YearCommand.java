package io.perfline.proof.year;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.environment.InfluxDb;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.Second;
import io.perfline.gate.BranchTrend;
import io.perfline.gate.history.InfluxTrend;
import io.perfline.gate.history.KnownShifts;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.publish.CasePoints;
import io.perfline.gate.publish.Dashboard;
import io.perfline.gate.publish.Dashboard.Asked;
import io.perfline.gate.publish.EventPoints;
import io.perfline.gate.publish.InfluxDbOption;
import io.perfline.gate.publish.IntervalPoints;
import io.perfline.gate.publish.Substitution;
import io.perfline.gate.publish.VerdictPoints;
import io.perfline.gate.thresholds.Metric;
import io.perfline.gate.verdict.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./perf-dev year}: how the dashboards fare on a year of builds. */
@CommandLine.Command(
    name = "year",
    mixinStandardHelpOptions = true,
    description = {
      "Times every dashboard's queries on a simulated year of builds.",
      "Each query covers the whole year and all cases. The year is loaded into a separate"
          + " database,",
      "perfline_year; the number of its series is printed as well.",
      "Exit code 1 when the slowest query takes longer than --most."
    })
public final class YearCommand implements Callable<Integer> {

  /** What Grafana makes of a year in at most 400 points. */
  private static final String INTERVAL = "1d";

  private static final String DATABASE = "perfline_year";
  private static final int TIMES = 3;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Option(
      names = "--builds",
      defaultValue = "10000",
      description = "How many builds the year has (default: ${DEFAULT-VALUE}).")
  private int builds;

  @CommandLine.Option(
      names = "--cases",
      defaultValue = "50",
      description = "How many cases each of them has (default: ${DEFAULT-VALUE}).")
  private int cases;

  @CommandLine.Option(
      names = "--most",
      defaultValue = "1",
      paramLabel = "SECONDS",
      description = "What the slowest query may take (default: ${DEFAULT-VALUE}).")
  private double most;

  @CommandLine.Option(
      names = "--keep",
      description = "Leave the database, to look at it in Grafana.")
  private boolean keep;

  @CommandLine.Option(names = "--loaded", description = "It is there from an earlier --keep.")
  private boolean loaded;

  @CommandLine.Mixin private InfluxDbOption influxDb;

  @Override
  public Integer call() throws IOException {
    if (builds < 2 || cases < 1) {
      throw Fault.configuration("--builds is at least 2, --cases at least 1");
    }
    InfluxDb there = influxDb.address();
    InfluxDb own = new InfluxDb(there.url(), DATABASE, there.user(), there.password());
    try (Database database = Database.at(own, Retry.patient())) {
      if (!loaded) {
        YearLoad load = new YearLoad(database, out());
        load.builds(builds, cases);
        load.trend();
      }
      series(database);
      double slowest = ask(database);
      if (keep || loaded) {
        database.letReaderRead();
      } else {
        database.rows("DROP DATABASE " + InfluxQl.name(DATABASE));
      }
      return slowest <= most ? 0 : Fault.BROKEN;
    }
  }

  private void series(Database database) {
    for (InfluxSchema schema : InfluxSchema.ALL) {
      // CARDINALITY counts a series once for every shard that contains it.
      long count = database.rows("SHOW SERIES FROM " + schema.from()).count();
      out().printf(Locale.ROOT, "%s: %,d series%n", schema.measurement(), count);
    }
    out().flush();
  }

  private double ask(Database database) throws IOException {
    Substitution year =
        new Substitution(
            "time >= now() - 365d",
            INTERVAL,
            Map.of("run", SimulatedYear.run(builds - 1), "other", SimulatedYear.run(builds - 2)));
    double slowest = 0;
    out().printf("%n%9s %9s  query%n", "seconds", "rows");
    for (Dashboard dashboard : Dashboard.all(Homes.project())) {
      for (Asked asked : dashboard.queries()) {
        slowest = Math.max(slowest, time(database, asked, year.into(asked.query())));
      }
    }
    out().printf(Locale.ROOT, "%nslowest query: %.3f s, may take %.3f s%n", slowest, most);
    return slowest;
  }

  /** The median of a few. */
  private double time(Database database, Asked asked, String query) {
    double[] seconds = new double[TIMES];
    long rows = 0;
    for (int i = 0; i < TIMES; i++) {
      long start = System.nanoTime();
      rows = database.rows(query).count();
      seconds[i] = (System.nanoTime() - start) / 1e9;
    }
    Arrays.sort(seconds);
    out().printf(Locale.ROOT, "%9.3f %,9d  %s%n", seconds[TIMES / 2], rows, asked.where());
    out().flush();
    return seconds[TIMES / 2];
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Loads a simulated year into a database, as publishing it build by build would. */
  static final class YearLoad {

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
        seconds.forEach(
            (result, all) -> intervals.addAll(IntervalPoints.of(run.run(), result, all)));
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

    /** Does what {@code ./perf trend --publish} does after each build. */
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
}
