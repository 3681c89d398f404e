package io.perfline.acceptance;

import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.openqa.selenium.SessionNotCreatedException;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/**
 * Checks pages with axe-core in the machine's own Chromium: light and dark, on a desktop and on a
 * phone. All rules apply, including those that are only good practice.
 */
final class Accessibility implements AutoCloseable {

  private static final String MISSING =
      "no browser looked at the pages: needs chromium and chromedriver on the PATH"
          + " (Debian: apt-get install chromium chromium-driver)";

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final List<String> COLOURS = List.of("light", "dark");

  /** Width and height are in CSS pixels. */
  private record Screen(int width, int height, boolean phone) {}

  /** A desktop wide enough for every table in any font, and a phone. */
  private static final List<Screen> SCREENS =
      List.of(new Screen(1600, 900, false), new Screen(360, 740, true));

  /**
   * Script that lists the findings, one line per element. Undecided results count as well, except
   * for areas that only a phone has to scroll.
   */
  private static final String RUN =
      """
      const [screenWidth, phone, done] = arguments;
      axe.run(document).then(found => {
        const lines = (kind, rules) => rules.flatMap(rule => rule.nodes.map(node =>
            kind + " " + rule.id + ": " + rule.help + ": " + node.html.slice(0, 200)
                + " " + (node.failureSummary || "").replace(/\\s+/g, " ")));
        const wide = document.documentElement.scrollWidth > screenWidth
            ? ["wrong: the page is wider than the screen"] : [];
        done({passes: found.passes.length,
            lines: [...lines("wrong", found.violations), ...wide,
                ...(phone ? [] : lines("unclear", found.incomplete))]});
      }, reason => done({passes: 0, lines: ["axe-core failed: " + reason]}));
      """;

  private final ChromeDriver browser;
  private final String axe;

  private Accessibility(ChromeDriver browser, String axe) {
    this.browser = browser;
    this.axe = axe;
  }

  /**
   * Starts the browser; skips the test, with the reason, if the machine has none.
   *
   * @param folder for the browser's profile
   */
  static Accessibility start(Path folder) throws IOException {
    Optional<Path> driver = program("chromedriver");
    Optional<Path> chromium = program("chromium", "chromium-browser", "google-chrome");
    assumeTrue(driver.isPresent() && chromium.isPresent(), MISSING);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.get().toFile());
    options.addArguments(
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run");
    options.addArguments("--user-data-dir=" + folder.resolve("chromium"));
    options.setPageLoadTimeout(TIMEOUT);
    options.setScriptTimeout(TIMEOUT);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(driver.get().toFile())
            .usingAnyFreePort()
            .withTimeout(TIMEOUT)
            .withLogFile(folder.resolve("chromedriver.log").toFile())
            .build();
    try {
      return new Accessibility(new ChromeDriver(service, options), axe());
    } catch (SessionNotCreatedException e) {
      return abort("no browser looked at the pages: " + chromium.get() + ": " + e.getMessage());
    }
  }

  private static Optional<Path> program(String... names) {
    return Stream.of(System.getenv("PATH").split(":"))
        .flatMap(folder -> Stream.of(names).map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static String axe() throws IOException {
    try (InputStream script = Accessibility.class.getResourceAsStream("/axe.min.js")) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Returns the findings on a page, each with the screen and colour scheme. */
  List<String> findings(URI page) {
    List<String> all = new ArrayList<>();
    for (String colours : COLOURS) {
      for (Screen screen : SCREENS) {
        lookAs(colours, screen);
        browser.get(page.toString());
        String how = "%s, %s, %d wide: ".formatted(page.getPath(), colours, screen.width());
        run(screen).forEach(line -> all.add(how + line));
      }
    }
    return all;
  }

  private void lookAs(String colours, Screen screen) {
    browser.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", colours))));
    browser.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of(
            "width",
            screen.width(),
            "height",
            screen.height(),
            "deviceScaleFactor",
            1,
            "mobile",
            screen.phone()));
  }

  private List<String> run(Screen screen) {
    browser.executeScript(axe);
    Map<?, ?> result = (Map<?, ?>) browser.executeAsyncScript(RUN, screen.width(), screen.phone());
    List<String> lines = new ArrayList<>();
    if (((Number) result.get("passes")).intValue() == 0) {
      lines.add("axe-core looked at nothing");
    }
    ((List<?>) result.get("lines")).forEach(line -> lines.add(line.toString()));
    return lines;
  }

  @Override
  public void close() {
    browser.quit();
  }
}
