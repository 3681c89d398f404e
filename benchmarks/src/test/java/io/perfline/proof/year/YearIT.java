package io.perfline.proof.year;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.deploy.server.InfluxDbServer;
import io.perfline.gate.BranchTrend;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.publish.Dashboard;
import io.perfline.gate.publish.Dashboard.Asked;
import io.perfline.gate.publish.Substitution;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends every query of every dashboard over a simulated year and all cases, and prints how long
 * each takes: {@code ./perfline-dev acceptance YearIT}. The slowest should take less than a second.
 */
@Tag("acceptance")
class YearIT {

  private static final Path HOME = Path.of(System.getProperty("perf.home"));
  private static final int BUILDS = 10_000;
  private static final int CASES = 50;
  private static final int BRANCHES = 11;
  private static final int TIMES = 3;

  /** The interval that Grafana chooses for a year in at most 400 points. */
  private static final String INTERVAL = "1d";

  @TempDir Path folder;

  @Test
  void dashboardQueriesOverAYearAreAnswered() throws Exception {
    try (InfluxDbServer influxDb = InfluxDbServer.start(HOME, folder.resolve("influxdb"));
        Database database = Database.at(influxDb.environment("perfline"), Retry.patient())) {
      load(database);
      Substitution year =
          year(
              Map.of(
                  "run",
                  SimulatedYear.run(BUILDS - 1),
                  "other",
                  SimulatedYear.run(BUILDS - 2),
                  "candidate",
                  SimulatedYear.run(BUILDS - 1)));
      Substitution oneCase = year(Map.of("case", SimulatedYear.slower()));
      print("%9s %9s  query%n", "seconds", "rows");
      double slowest = 0;
      for (Dashboard dashboard : Dashboard.all(HOME)) {
        Substitution chosen = dashboard.uid().equals("perfline-service") ? oneCase : year;
        for (Asked asked : dashboard.queries()) {
          slowest = Math.max(slowest, time(database, asked, chosen.into(asked.query())));
        }
      }
      print("slowest query: %.3f s%n", slowest);
    }
  }

  private static Substitution year(Map<String, String> chosen) {
    return new Substitution("time >= now() - 365d", INTERVAL, chosen);
  }

  /** Loads the year; its permanent series are bounded by the branches and cases. */
  private static void load(Database database) {
    YearLoad load = new YearLoad(database);
    print("loaded %,d builds of %d cases, %,d points%n", BUILDS, CASES, load.builds(BUILDS, CASES));
    BranchTrend.Found found = load.trend();
    print("found %d shifts in %,d histories%n", found.shifts().size(), found.histories());
    for (InfluxSchema schema : InfluxSchema.ALL) {
      // CARDINALITY counts a series once for every shard that contains it.
      long series = database.rows("SHOW SERIES FROM " + schema.from()).count();
      print("%s: %,d series%n", schema.measurement(), series);
      if (schema.measurement().equals("perf_case")) {
        assertThat(series).isEqualTo(BRANCHES * CASES);
      }
    }
  }

  /** Returns the median of a few times. */
  private static double time(Database database, Asked asked, String query) {
    double[] seconds = new double[TIMES];
    long rows = 0;
    for (int i = 0; i < TIMES; i++) {
      long start = System.nanoTime();
      rows = database.rows(query).count();
      seconds[i] = (System.nanoTime() - start) / 1e9;
    }
    Arrays.sort(seconds);
    print("%9.3f %,9d  %s%n", seconds[TIMES / 2], rows, asked.where());
    return seconds[TIMES / 2];
  }

  private static void print(String format, Object... values) {
    System.out.printf(Locale.ROOT, format, values);
  }
}
