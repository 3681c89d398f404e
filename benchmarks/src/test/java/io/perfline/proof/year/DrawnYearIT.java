package io.perfline.proof.year;

import io.perfline.gate.influx.Database;
import io.perfline.gate.publish.Dashboard;
import io.perfline.gate.publish.DrawnDashboards;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Draws a year of 50 cases, one of which has become slower. */
@Tag("acceptance")
class DrawnYearIT {

  private static final int BUILDS = 10_000;
  private static final String LAST_YEAR = "from=now-1y&to=now";

  @TempDir static Path folder;
  private static DrawnDashboards drawn;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    drawn = DrawnDashboards.of(folder, DrawnYearIT::load);
  }

  private static void load(Database database) {
    YearLoad load = new YearLoad(database);
    load.builds(BUILDS, 50);
    load.trend();
  }

  @AfterAll
  static void stop() {
    if (drawn != null) {
      drawn.close();
    }
  }

  static List<Dashboard> dashboards() throws IOException {
    return DrawnDashboards.all();
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void dashboardsAreDrawnWithoutErrors(Dashboard dashboard) throws Exception {
    drawn.dashboardsAreDrawnWithoutErrors(dashboard, LAST_YEAR);
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void dashboardsAreSavedAsPictures(Dashboard dashboard, TestReporter reporter) throws Exception {
    Duration took = drawn.picture(dashboard, LAST_YEAR, "year");
    reporter.publishEntry(
        "%s with %,d builds".formatted(dashboard.uid(), BUILDS),
        "drawn in %.1f s".formatted(took.toMillis() / 1000.0));
  }
}
