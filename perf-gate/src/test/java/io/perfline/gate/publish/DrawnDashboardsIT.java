package io.perfline.gate.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Draws two runs, an hour apart; skipped without a Grafana. */
class DrawnDashboardsIT {

  private static final Instant START = Instant.now().minus(Duration.ofHours(2));

  @TempDir static Path folder;
  private static DrawnDashboards drawn;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    drawn = DrawnDashboards.of(folder, database -> SampleHistory.publish(database, START));
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
  void dashboardsAreDrawnWithoutErrorsOrEmptyPanels(Dashboard dashboard) throws Exception {
    drawn.isDrawnWhole(dashboard, query(dashboard));
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void dashboardsAreSavedAsPicturesInBothThemesAndWidths(Dashboard dashboard) throws Exception {
    drawn.picture(dashboard, query(dashboard), "runs");
  }

  /** The menu opens it without a run's time, so it must offer the runs. */
  @Test
  void theRunDashboardOpenedFromTheMenuOffersTheRuns() throws Exception {
    Dashboard run =
        dashboards().stream()
            .filter(dashboard -> dashboard.uid().equals("perfline-run"))
            .findFirst()
            .orElseThrow();
    assertThat(drawn.dashboardsAreDrawnWithoutErrors(run, "")).contains("var-run=r2");
  }

  private static String query(Dashboard dashboard) {
    long middle = START.plusSeconds(3600 + 5).toEpochMilli();
    return switch (dashboard.uid()) {
      case "perfline-run" -> "time=" + middle + "&time.window=80000&var-run=r2";
      case "perfline-service" -> "from=now-1d&to=now&var-case=http/record";
      default -> "from=now-1d&to=now";
    };
  }
}
