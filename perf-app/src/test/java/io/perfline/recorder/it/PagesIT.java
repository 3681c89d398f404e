package io.perfline.recorder.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.recorder.it.Stand.At;
import io.perfline.recorder.message.Recording;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PagesIT {

  private static final Pattern NEXT = Pattern.compile("rel=\"next\" href=\"([^\"]+)\"");
  private static final String A_BROWSERS = "text/html,application/xhtml+xml,*/*;q=0.8";

  @BeforeAll
  static void deploy() {
    Stand.ready(At.M);
  }

  @Test
  void escapesRecordedText() {
    UUID vsId = UUID.randomUUID();
    Recording recording =
        new Recording(
            UUID.randomUUID(),
            vsId,
            "/\"><script>alert(1)</script>",
            200,
            1,
            "<img src=x onerror=alert(1)>".getBytes(StandardCharsets.UTF_8));
    post(At.M, vsId, text(recording).replace("/\">", "/\\\">"));

    assertThat(services()).contains("/m/services/" + vsId);
    String list = Stand.get("/m/services/" + vsId).body();
    assertThat(list).contains("&lt;script&gt;").doesNotContain("<script>alert");
    HttpResponse<String> page = Stand.get("/m/services/" + vsId + "/" + recording.id());
    assertThat(page.body())
        .contains("&lt;img src=x", "3c 69 6d 67 20 73 72 63")
        .doesNotContain("<img src=x", "<script>alert");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .startsWith("default-src 'none'")
        .doesNotContain("unsafe");
    for (String resource : List.of("recorder.css", "recorder.js", "recorder.svg")) {
      assertThat(page.body()).contains("/m/assets/" + resource);
      assertThat(Stand.get("/m/assets/" + resource).statusCode()).isEqualTo(200);
    }
    assertThat(Stand.get("/m/services/nobody").statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @EnumSource(
      value = At.class,
      names = {"M", "K"})
  void listsAServiceAfterItsFirstRecording(At at) {
    Stand.ready(at);
    for (int i = 0; i < 3; i++) {
      Recording recording = Messages.of(System.nanoTime(), 1).get(0);
      String link = at.path() + "/services/" + recording.vsId();
      assertThat(Stand.get(at.path() + "/").body()).doesNotContain(link);

      post(at, recording.vsId(), text(recording));

      String page = Stand.get(at.path() + "/").body();
      assertThat(page).contains(link);
      assertThat(Stand.get(at.path() + "/").body()).isEqualTo(page);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/m/services/nobody, 404",
    "/m/services/00000000-0000-0000-0000-000000000000/00000000-0000-0000-0000-000000000000, 404",
    "/m/?cursor=x, 400",
    "/m/nothing/here, 404",
    "/m/health/nothing, 404",
    "/m/assets/nothing.css, 404",
  })
  void showsErrorsAsAPageToABrowser(String path, int status) {
    HttpResponse<String> page = get(path, A_BROWSERS);
    assertThat(page.statusCode()).isEqualTo(status);
    assertThat(page.headers().firstValue("Content-Type")).contains("text/html;charset=UTF-8");
    assertThat(page.headers().firstValue("Content-Security-Policy")).isPresent();
    assertThat(page.body())
        .startsWith("<!DOCTYPE html>")
        .contains("<html lang=\"en\">", "<p>" + status + ": ", "href=\"/m/\"")
        .doesNotContain("Tomcat");

    HttpResponse<String> problem = get(path, "application/json");
    assertThat(problem.statusCode()).isEqualTo(status);
    assertThat(problem.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("application/problem+json");
    assertThat(problem.body()).contains("\"status\":" + status);
  }

  /** Returns all pages of services joined. */
  private static String services() {
    StringBuilder all = new StringBuilder();
    Optional<String> next = Optional.of("/m/");
    while (next.isPresent()) {
      String page = Stand.get(next.get()).body();
      all.append(page);
      next = NEXT.matcher(page).results().map(found -> found.group(1)).findFirst();
    }
    return all.toString();
  }

  private static HttpResponse<String> get(String path, String accepted) {
    return Stand.send(HttpRequest.newBuilder(Stand.uri(path)).header("Accept", accepted).build());
  }

  private static String text(Recording recording) {
    return new String(Messages.json(recording, false), StandardCharsets.US_ASCII);
  }

  private static void post(At at, UUID vsId, String json) {
    HttpResponse<String> response =
        Stand.send(
            HttpRequest.newBuilder(
                    Stand.uri(at.path() + "/virtual-services/" + vsId + "/recordings"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json))
                .build());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
  }
}
