package io.perfline.recorder.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.recorder.it.Stand.At;
import io.perfline.recorder.message.Recording;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class HttpIT {

  private static final String JSON = "application/json";
  private static final Pattern LOCATION = Pattern.compile("\"location\":\"([^\"]+)\"");
  private static final Pattern NEXT = Pattern.compile("\"next\":\"([^\"]+)\"");

  @BeforeAll
  static void deploy() {
    Stand.ready(At.M);
  }

  @ParameterizedTest
  @EnumSource(At.class)
  void returnsTheRecordedMessages(At at) {
    Stand.ready(at);
    Recording recording = Messages.of(System.nanoTime(), 1000).get(999);

    HttpResponse<String> created = post(all(at, recording.vsId()), JSON, json(recording));
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    String location = created.headers().firstValue("Location").orElseThrow();
    assertThat(location).contains(recording.id().toString());

    String data = Base64.getEncoder().encodeToString(recording.data());
    assertThat(Stand.get(location).body())
        .contains("\"id\":\"" + recording.id(), "\"url\":\"" + recording.url(), data);
    String withoutHint = location.replaceAll("\\?.*", "");
    assertThat(Stand.get(withoutHint).body()).contains(data);
    assertThat(Stand.get(withoutHint + "0").statusCode()).isEqualTo(404);
    assertThat(Stand.get(all(at, recording.vsId()) + "/" + UUID.randomUUID()).statusCode())
        .isEqualTo(404);
    HttpResponse<String> raw = Stand.get(withoutHint + "/data");
    assertThat(raw.headers().firstValue("Content-Length"))
        .contains(Integer.toString(recording.data().length));
    assertThat(raw.headers().firstValue("Content-Disposition").orElseThrow())
        .startsWith("attachment");
  }

  @ParameterizedTest
  @EnumSource(At.class)
  void listsPagesNewestFirst(At at) {
    Stand.ready(at);
    Messages messages = Messages.of(System.nanoTime(), 25);
    for (int i = 0; i < messages.count(); i++) {
      assertThat(post(all(at, messages.vsId()), JSON, json(messages.get(i))).statusCode())
          .isEqualTo(201);
    }

    List<String> listed = new ArrayList<>();
    String next = all(at, messages.vsId()) + "?size=10";
    while (next != null) {
      String page = Stand.get(next).body();
      Matcher locations = LOCATION.matcher(page);
      int before = listed.size();
      while (locations.find()) {
        listed.add(locations.group(1).replaceAll(".*/([^?]+).*", "$1"));
      }
      assertThat(listed.size() - before).isLessThanOrEqualTo(10);
      Matcher following = NEXT.matcher(page);
      next = following.find() ? following.group(1) : null;
    }
    assertThat(listed)
        .containsExactlyElementsOf(
            IntStream.range(0, 25).mapToObj(i -> messages.get(24 - i).id().toString()).toList());
  }

  @ParameterizedTest
  @EnumSource(At.class)
  void storesABatchCompletelyOrNotAtAll(At at) {
    Stand.ready(at);
    Messages messages = Messages.of(System.nanoTime(), 20);
    List<String> each =
        IntStream.range(0, 20)
            .mapToObj(i -> new String(json(messages.get(i)), StandardCharsets.US_ASCII))
            .toList();
    String lines = String.join("\n", each);
    String array = each.stream().collect(Collectors.joining(",", "[", "]"));
    String path = all(at, messages.vsId());

    HttpResponse<String> wrong = post(path, "application/x-ndjson", bytes(lines + "\n{}"));
    assertThat(wrong.statusCode()).isEqualTo(400);
    assertThat(wrong.body()).contains("message 21 of the batch: there is no id");
    assertThat(pages(path)).allMatch(page -> page.startsWith("{\"recordings\":[]"));

    assertThat(post(path, "application/x-ndjson", bytes(lines)).statusCode()).isEqualTo(201);
    HttpResponse<String> created = post(path, JSON, bytes(array));
    assertThat(created.statusCode()).isEqualTo(201);
    assertThat(LOCATION.matcher(created.body()).results()).hasSize(20);
    Matcher first = LOCATION.matcher(created.body());
    assertThat(first.find()).isTrue();
    assertThat(Stand.get(first.group(1)).statusCode()).isEqualTo(200);
  }

  /** A page may be empty and still have a next page, because of other services' recordings. */
  private static List<String> pages(String path) {
    List<String> pages = new ArrayList<>();
    Optional<String> next = Optional.of(path);
    while (next.isPresent()) {
      String page = page(next.get());
      pages.add(page);
      next = NEXT.matcher(page).results().map(found -> found.group(1)).findFirst();
    }
    return pages;
  }

  /** On a busy machine the store may exceed its time limit; the page then reports that. */
  private static String page(String path) {
    HttpResponse<String> page = Stand.get(path);
    for (int again = 0; page.statusCode() == 503 && again < 5; again++) {
      page = Stand.get(path);
    }
    return page.body();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST   | /m/virtual-services/x/recordings | application/json | {} | 404",
        "POST   | /m/virtual-services/VS/recording | application/json | {} | 404",
        "POST   | /m/virtual-services/VS/recordings/VS | application/json | {} | 405",
        "PUT    | /m/virtual-services/VS/recordings | application/json | {} | 405",
        "DELETE | /m/virtual-services/VS/recordings/VS | application/json | {} | 405",
        "BREW   | /m/health | application/json | {} | 405",
        "POST   | /m/version | application/json | {} | 405",
        "POST   | /m/virtual-services/VS/recordings | text/plain | {} | 415",
        "POST   | /m/virtual-services/VS/recordings | application/json; charset=latin1 | {} | 415",
        "POST   | /m/virtual-services/VS/recordings | application/json;charset=UTF-8 | {} | 400",
        "POST   | /m/virtual-services/VS/recordings | application/json | '' | 400",
        "POST   | /m/virtual-services/VS/recordings | application/json | [ | 400",
        "GET    | /m/virtual-services/VS/recordings?size=0 | text/plain | x | 400",
        "GET    | /m/virtual-services/VS/recordings?cursor=%00 | text/plain | x | 400",
        "GET    | /m/virtual-services/VS/recordings?cursor=abc | text/plain | x | 400",
        "GET    | /m/virtual-services/VS/recordings/VS | text/plain | x | 404",
        "GET    | /m/virtual-services/VS/recordings/x | text/plain | x | 404",
      })
  void reportsErrorsAsProblemDetails(
      String method, String path, String type, String body, int status) {
    HttpResponse<String> response =
        Stand.send(
            HttpRequest.newBuilder(Stand.uri(path.replace("VS", UUID.randomUUID().toString())))
                .header("Content-Type", type)
                .method(method, BodyPublishers.ofString(body))
                .build());

    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("application/problem+json");
    assertThat(response.body()).contains("\"status\":" + status, "\"detail\":\"");
    assertThat(response.headers().firstValue("Allow").isPresent()).isEqualTo(status == 405);
  }

  @Test
  void acceptsAtMostFiveMebibytes() {
    Recording template = Messages.of(System.nanoTime(), 1).get(0);
    byte[] data = new byte[5 * 1024 * 1024];
    Recording largest = new Recording(template.id(), template.vsId(), "/", 200, 1, data);
    Recording larger =
        new Recording(template.id(), template.vsId(), "/", 200, 1, new byte[data.length + 1]);

    assertThat(post(all(At.M, template.vsId()), JSON, json(largest)).statusCode()).isEqualTo(201);
    assertThat(post(all(At.M, template.vsId()), JSON, json(larger)).statusCode()).isEqualTo(413);
  }

  @ParameterizedTest
  @CsvSource({"0, 201", "1, 413"})
  void limitsABodyWhoseLengthIsNotGiven(int more, int status) {
    Recording recording = Messages.of(System.nanoTime(), 1).get(0);
    byte[] json = json(recording);
    byte[] body = Arrays.copyOf(json, 8 * 1024 * 1024 + more);
    Arrays.fill(body, json.length, body.length, (byte) ' ');

    HttpResponse<String> response =
        Stand.send(
            HttpRequest.newBuilder(Stand.uri(all(At.M, recording.vsId())))
                .header("Content-Type", JSON)
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)))
                .build());

    assertThat(response.statusCode()).isEqualTo(status);
  }

  @Test
  void refusesALargerBodyBeforeReadingIt() throws IOException {
    String head =
        "POST "
            + all(At.M, UUID.randomUUID())
            + " HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: "
            + 9 * 1024 * 1024
            + "\r\n\r\n";
    try (Socket socket = new Socket("127.0.0.1", Stand.tomcat().url().getPort())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(bytes(head));
      assertThat(RawResponse.read(socket.getInputStream()).status()).isEqualTo(413);
    }
  }

  @Test
  void exposesCounters() {
    Messages messages = Messages.of(System.nanoTime(), 1);
    assertThat(post(all(At.M, messages.vsId()), JSON, json(messages.get(0))).statusCode())
        .isEqualTo(201);
    post(all(At.M, messages.vsId()), JSON, bytes("{}"));

    String metrics = Stand.get("/m/metrics").body();
    assertThat(metrics)
        .containsPattern("recorder_messages_total\\{store=\"memory\",way=\"http\"} [1-9]")
        .containsPattern("recorder_bytes_total\\{store=\"memory\",way=\"http\"} [1-9]")
        .containsPattern(
            "recorder_errors_total\\{kind=\"invalid\",store=\"memory\",way=\"http\"} [1-9]")
        .containsPattern("recorder_response_seconds_bucket\\{store=\"memory\",way=\"http\",le=")
        .contains("recorder_queue_messages 0", "recorder_queue_bytes 0")
        .contains(
            "recorder_ready{part=\"store/memory\"} 1", "recorder_ready{part=\"ingress/http\"} 1");
  }

  private static String all(At at, UUID vsId) {
    return at.path() + "/virtual-services/" + vsId + "/recordings";
  }

  private static HttpResponse<String> post(String path, String type, byte[] body) {
    return Stand.send(
        HttpRequest.newBuilder(Stand.uri(path))
            .header("Content-Type", type)
            .POST(BodyPublishers.ofByteArray(body))
            .build());
  }

  private static byte[] json(Recording recording) {
    return Messages.json(recording, false);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
