package io.perfline.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.deploy.server.TomcatServer;
import io.perfline.deploy.server.TomcatSettings;
import io.perfline.deploy.tomcat.ContextPath;
import io.perfline.deploy.tomcat.ManagerClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the accessibility of the recorder's pages. */
class AccessibilityIT {

  private static final UUID SERVICE = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");
  private static final String TEXT = "GET /orders\tHTTP/1.1\r\n".repeat(200);
  private static final byte[] NO_TEXT = {(byte) 0xff, 0, 1, 2};

  /** More entries than fit on one page of a list. */
  private static final int RECORDINGS = 60;

  @TempDir static Path folder;
  private static Accessibility accessibility;
  private static TomcatServer tomcat;

  @BeforeAll
  static void start() throws Exception {
    accessibility = Accessibility.start(folder);
    TomcatSettings settings =
        TomcatSettings.defaults().withVariables(Map.of("RECORDER_STORE", "memory"));
    tomcat = TomcatServer.start(Checkout.home(), folder.resolve("tomcat"), settings);
    Path war = Checkout.home().resolve("perf-app/target/recorder.war");
    new ManagerClient(tomcat.environment())
        .deploy(war, new ContextPath("/recorder"), Optional.empty());
    Eventually.isTrue("the recorder is ready", () -> status("/recorder/health/ready") == 200);
    post(
        IntStream.rangeClosed(1, RECORDINGS)
            .mapToObj(i -> message(i, i == 1 ? NO_TEXT : TEXT.getBytes(StandardCharsets.US_ASCII)))
            .collect(Collectors.joining("\n")));
  }

  @AfterAll
  static void stop() {
    try {
      if (accessibility != null) {
        accessibility.close();
      }
    } finally {
      if (tomcat != null) {
        tomcat.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/services/01234567-89ab-cdef-0123-456789abcdef",
        "/services/00000000-0000-0000-0000-000000000000",
        "/services/01234567-89ab-cdef-0123-456789abcdef/00000000-0000-0000-0000-000000000001",
        "/services/01234567-89ab-cdef-0123-456789abcdef/00000000-0000-0000-0000-000000000002",
        "/services/01234567-89ab-cdef-0123-456789abcdef/00000000-0000-0000-0000-000000000000",
      })
  void pagesHaveNoAccessibilityFindings(String page) {
    assertThat(accessibility.findings(at("/recorder" + page))).isEmpty();
  }

  /** Tests the check itself. */
  @Test
  void findsImagesWithoutTextAndLowContrast() throws IOException {
    Path bad =
        Files.writeString(
            folder.resolve("bad.html"),
            "<html><img src=x><p style='color:#bbb;background:#fff'>pale</p><p"
                + " style='width:2000px'>");

    assertThat(accessibility.findings(bad.toUri()))
        .anyMatch(line -> line.contains("image-alt"))
        .anyMatch(line -> line.contains("html-has-lang"))
        .anyMatch(line -> line.contains("color-contrast"))
        .anyMatch(line -> line.contains("wider than the screen"));
  }

  private static String message(int number, byte[] data) {
    return "{\"id\":\"%s\",\"url\":\"%s\",\"status\":200,\"time\":%d,\"data\":\"%s\"}"
        .formatted(
            new UUID(0, number),
            "/orders/of/everybody".repeat(1 + number % 9),
            1_700_000_000_000L + number,
            Base64.getEncoder().encodeToString(data));
  }

  private static void post(String lines) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(at("/recorder/virtual-services/" + SERVICE + "/recordings"))
                    .header("Content-Type", "application/x-ndjson")
                    .POST(BodyPublishers.ofString(lines))
                    .build(),
                BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
  }

  private static int status(String path) {
    try {
      return HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(at(path)).build(), BodyHandlers.discarding())
          .statusCode();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(path, e);
    }
  }

  private static URI at(String path) {
    return tomcat.url().resolve(path);
  }
}
