package io.perfline.gate.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.deploy.server.GrafanaServer;
import io.perfline.deploy.server.InfluxDbServer;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.report.Chromium;
import io.perfline.gate.report.ChromiumPages;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Draws every dashboard with a real Grafana and a real browser, and saves pictures. Only with
 * {@code GRAFANA_HOME}, because Grafana is in no registry.
 */
public final class DrawnDashboards implements AutoCloseable {

  private static final Path HOME = Path.of(System.getProperty("perf.home"));
  private static final Path PICTURES = Path.of("target/dashboards");

  /** Height in which every panel is visible and therefore loaded. */
  private static final int TALL = 8000;

  /** Panels are there, and none is loading. */
  private static final String DRAWN =
      "document.querySelectorAll('[data-viz-panel-key]').length > 1"
          + " && !document.querySelector('[aria-label=\"Panel loading bar\"]')"
          + " && !document.body.innerText.includes('Loading')";

  private final Chromium browser;
  private final ChromiumPages pages;
  private final InfluxDbServer influxDb;
  private final GrafanaServer grafana;

  private DrawnDashboards(
      Chromium browser, ChromiumPages pages, InfluxDbServer influxDb, GrafanaServer grafana) {
    this.browser = browser;
    this.pages = pages;
    this.influxDb = influxDb;
    this.grafana = grafana;
  }

  /**
   * Starts InfluxDB, fills its database, starts Grafana; skips the test without a Grafana.
   *
   * @param folder for their files
   */
  public static DrawnDashboards of(Path folder, Consumer<Database> history)
      throws IOException, InterruptedException {
    String home = System.getenv("GRAFANA_HOME");
    assumeTrue(
        home != null && !home.isEmpty(),
        "nothing was drawn: set GRAFANA_HOME to where Grafana's archive was unpacked");
    Chromium browser = Chromium.find(folder.resolve("profile")).orElse(null);
    assumeTrue(
        browser != null,
        "nothing was drawn: needs chromium on the PATH (apt-get install chromium)");
    InfluxDbServer influxDb = InfluxDbServer.start(HOME, folder.resolve("influxdb"));
    try (Database database = Database.at(influxDb.environment("perfline"), Retry.patient())) {
      database.createIfMissing();
      history.accept(database);
      Files.createDirectories(PICTURES);
      return new DrawnDashboards(
          browser,
          browser.pages(),
          influxDb,
          GrafanaServer.start(
                  HOME, folder.resolve("grafana"), influxDb, Map.of("GRAFANA_HOME", home))
              .orElseThrow());
    } catch (IOException | InterruptedException | RuntimeException | AssertionError e) {
      influxDb.close();
      throw e;
    }
  }

  /** Returns the dashboards of the checkout. */
  public static List<Dashboard> all() throws IOException {
    return Dashboard.all(HOME);
  }

  /**
   * Asserts that no panel is missing, has an error, or is empty, and that the browser reports
   * nothing.
   *
   * @param query part of the address with time and variables
   */
  public void isDrawnWhole(Dashboard dashboard, String query) throws Exception {
    assertThat(drawn(dashboard, query)).doesNotContain(">No data<");
  }

  /**
   * Asserts the same, but allows empty panels.
   *
   * @return the page's elements
   */
  public String dashboardsAreDrawnWithoutErrors(Dashboard dashboard, String query)
      throws Exception {
    return drawn(dashboard, query);
  }

  private String drawn(Dashboard dashboard, String query) throws Exception {
    Chromium.Loaded page = browser.load(address(dashboard, "light", query), 1600, TALL);
    for (JsonNode panel : dashboard.json().path("panels")) {
      String title = panel.path("title").asText();
      if (!title.contains("$")) {
        assertThat(page.html()).as("panel " + title).contains(escaped(title));
      }
    }
    assertThat(page.html())
        .doesNotContain("Panel status error")
        .doesNotContain(">Err<")
        .doesNotContain("1970-01-01")
        .doesNotContain("{simulation=", "{target=")
        .doesNotContain("An unexpected error happened");
    assertThat(page.complaints())
        .filteredOn(line -> line.matches(".*(Uncaught|TypeError|RangeError|ReferenceError).*"))
        .isEmpty();
    return page.html();
  }

  /**
   * Saves its pictures in both themes and widths.
   *
   * @return the time until all panels were drawn that a window of 1600 × 1000 pixels shows
   */
  public Duration picture(Dashboard dashboard, String query, String name) throws Exception {
    Duration took = pages.open(address(dashboard, "dark", query), 1600, 1000, DRAWN);
    for (String theme : List.of("dark", "light")) {
      for (int width : new int[] {1600, 390}) {
        Path file =
            PICTURES.resolve("%s-%s-%s-%d.png".formatted(name, dashboard.uid(), theme, width));
        pages.open(address(dashboard, theme, query), width, 2400, DRAWN);
        pages.picture(file);
        assertThat(file).isNotEmptyFile();
      }
    }
    return took;
  }

  private URI address(Dashboard dashboard, String theme, String query) {
    return grafana
        .url()
        .resolve("/d/%s?kiosk&theme=%s&%s".formatted(dashboard.uid(), theme, query));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  @Override
  public void close() {
    pages.close();
    grafana.close();
    influxDb.close();
  }
}
