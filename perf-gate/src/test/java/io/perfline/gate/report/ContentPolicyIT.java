package io.perfline.gate.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Opens the report in a real browser with the content policy of archived pages in Jenkins. */
class ContentPolicyIT {

  private static final String JENKINS =
      "sandbox; default-src 'none'; img-src 'self'; style-src 'self';";

  private static final String UNRESTRICTED = "frame.html";

  @TempDir Path folder;
  private volatile boolean restricted = true;
  private final Set<String> served = new ConcurrentSkipListSet<>();
  private HttpServer server;
  private Chromium browser;

  @BeforeEach
  void start() throws IOException {
    Optional<Chromium> found = Chromium.find(folder.resolve("profile"));
    assumeTrue(
        found.isPresent(),
        "no browser was asked: needs chromium on the PATH (Debian: apt-get install chromium);"
            + " ContentPolicyTest checks the policy without one");
    browser = found.get();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::serve);
    server.start();
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop(0);
    }
  }

  @Test
  void opensWithoutBlockedContent() throws Exception {
    Report.Document report = ReportTest.full();
    Report.writeFolder(folder, report);

    assertThat(browser.complaints(at("/report/index.html"))).isEmpty();
    assertThat(served).contains("/report/index.html 200", "/report/report.css 200");
    assertThat(report.drawings())
        .isNotEmpty()
        .allSatisfy(drawing -> assertThat(served).contains("/report/" + drawing.file() + " 200"));
  }

  /** Returns a page in a frame of that width, which reports the width of its content. */
  @ParameterizedTest
  @ValueSource(ints = {390, 1296, 1600})
  void nothingIsWiderThanTheScreen(int width) throws Exception {
    Report.writeFolder(folder, ReportTest.full());
    Files.writeString(
        folder.resolve(UNRESTRICTED),
        """
        <iframe id="report" src="report/index.html" width="%d" height="800"></iframe><p id="wide"></p>
        <script>
          report.onload = () => {
            const page = report.contentDocument;
            page.querySelectorAll('details').forEach(one => one.open = true);
            wide.textContent = 'beyond: '
              + (page.documentElement.scrollWidth - page.documentElement.clientWidth);
          };
        </script>
        """
            .formatted(width));
    restricted = false;

    assertThat(browser.load(at("/" + UNRESTRICTED), 1800, 1000).html()).contains("beyond: 0<");
  }

  /** Tests that the browser would have complained. */
  @Test
  void blocksAnInlineStyleAndAScript() throws Exception {
    Files.writeString(
        folder.resolve("bad.html"), "<p style=\"color:red\">x</p><script>alert(1)</script>");

    List<String> complaints = browser.complaints(at("/bad.html"));

    assertThat(complaints).anyMatch(line -> line.contains("style"));
    assertThat(complaints).anyMatch(line -> line.contains("script"));
  }

  private URI at(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      Path file = folder.resolve(path.substring(1));
      boolean found = Files.isRegularFile(file);
      served.add(path + (found ? " 200" : " 404"));
      if (restricted) {
        exchange.getResponseHeaders().set("Content-Security-Policy", JENKINS);
      }
      exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
      exchange.getResponseHeaders().set("Content-Type", type(path));
      byte[] body = found ? Files.readAllBytes(file) : new byte[0];
      exchange.sendResponseHeaders(found ? 200 : 404, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static String type(String path) {
    if (path.endsWith(".svg")) {
      return "image/svg+xml";
    }
    return path.endsWith(".css") ? "text/css; charset=utf-8" : "text/html; charset=utf-8";
  }
}
