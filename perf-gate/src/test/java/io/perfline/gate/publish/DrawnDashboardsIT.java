package io.perfline.gate.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.deploy.stack.GrafanaServer;
import io.perfline.deploy.stack.InfluxDbServer;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.report.Chromium;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every dashboard as a real Grafana draws it in a real browser, with pictures to look at. Only
 * where {@code GRAFANA_HOME} names one: no registry has it.
 */
class DrawnDashboardsIT {

  private static final Path HOME = Path.of(System.getProperty("perf.home"));
  private static final Path PICTURES = Path.of("target/dashboards");

  /** So tall that every panel is in sight, and so loaded. */
  private static final int TALL = 8000;

  private static final Instant START = Instant.now().minus(Duration.ofHours(2));

  @TempDir static Path folder;
  private static InfluxDbServer influxDb;
  private static GrafanaServer grafana;
  private static Chromium browser;

  @BeforeAll
  static void start() throws IOException {
    String home = System.getenv("GRAFANA_HOME");
    assumeTrue(
        home != null && !home.isEmpty(),
        "nothing was drawn: set GRAFANA_HOME to where Grafana's archive was unpacked");
    browser = Chromium.find(folder.resolve("profile")).orElse(null);
    assumeTrue(
        browser != null,
        "nothing was drawn: needs chromium on the PATH (apt-get install chromium)");
    influxDb = InfluxDbServer.start(HOME, folder.resolve("influxdb"));
    try (Database database = Database.at(influxDb.environment("perfline"), Retry.patient())) {
      database.createIfMissing();
      SampleHistory.publish(database, START);
    }
    grafana =
        GrafanaServer.start(HOME, folder.resolve("grafana"), influxDb, Map.of("GRAFANA_HOME", home))
            .orElseThrow();
    Files.createDirectories(PICTURES);
  }

  @AfterAll
  static void stop() {
    if (grafana != null) {
      grafana.close();
    }
    if (influxDb != null) {
      influxDb.close();
    }
  }

  static List<Dashboard> dashboards() throws IOException {
    return Dashboard.all(HOME);
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void isDrawnWithoutAnErrorOrAnEmptyPanel(Dashboard dashboard) throws Exception {
    Chromium.Loaded page = browser.load(address(dashboard, "light"), 1600, TALL);

    for (JsonNode panel : dashboard.json().path("panels")) {
      String title = panel.path("title").asText();
      if (!title.contains("$")) {
        assertThat(page.html()).as("panel " + title).contains(escaped(title));
      }
    }
    assertThat(page.html())
        .doesNotContain("Panel status error")
        .doesNotContain(">No data<")
        .doesNotContain(">Err<")
        .doesNotContain("1970-01-01")
        .doesNotContain("An unexpected error happened");
    assertThat(page.complaints())
        .filteredOn(line -> line.matches(".*(Uncaught|TypeError|RangeError|ReferenceError).*"))
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void isKeptAsAPictureDarkAndLightWideAndNarrow(Dashboard dashboard) throws Exception {
    for (String theme : List.of("dark", "light")) {
      for (int width : new int[] {1600, 390}) {
        Path file = PICTURES.resolve("%s-%s-%d.png".formatted(dashboard.uid(), theme, width));
        browser.picture(address(dashboard, theme), width, 2400, file);
        assertThat(file).isNotEmptyFile();
      }
    }
  }

  private static URI address(Dashboard dashboard, String theme) {
    long middle = START.plusSeconds(3600 + 5).toEpochMilli();
    String time =
        dashboard.uid().equals("perfline-run")
            ? "time=" + middle + "&time.window=80000&var-run=r2"
            : "from=now-1d&to=now";
    return grafana.url().resolve("/d/%s?kiosk&theme=%s&%s".formatted(dashboard.uid(), theme, time));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
