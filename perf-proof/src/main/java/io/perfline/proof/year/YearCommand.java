package io.perfline.proof.year;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.environment.InfluxDb;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.publish.Dashboard;
import io.perfline.gate.publish.Dashboard.Asked;
import io.perfline.gate.publish.InfluxDbOption;
import io.perfline.gate.publish.Substitution;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./perf-dev year}: how the dashboards fare on a year of builds. */
@CommandLine.Command(
    name = "year",
    mixinStandardHelpOptions = true,
    description = {
      "Times every dashboard's queries on a simulated year of builds.",
      "Each query covers the whole year and all cases. The year is loaded into a separate database,",
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
      // CARDINALITY counts a series once for every shard that holds it.
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
}
