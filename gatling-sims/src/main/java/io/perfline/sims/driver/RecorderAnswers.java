package io.perfline.sims.driver;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.file.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Queries the deployed recorder. */
public final class RecorderAnswers {

  /** The longest time in which a recorder connects to its store after its deployment. */
  public static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final long POLL_MILLIS = 100;
  private static final String NOT_THERE =
      "; './perf stack status' shows the local one, './perf deploy' deploys it";

  private final URI recorder;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();

  /**
   * @param recorder its address with the context path, without a trailing slash
   */
  public RecorderAnswers(URI recorder) {
    this.recorder = recorder;
  }

  /** Returns the commit that it was built from, with {@code -dirty} for uncommitted changes. */
  public String commit() throws InterruptedException {
    JsonNode version = get("/version");
    String commit = version.path("commit").asText("unknown");
    return version.path("dirty").asBoolean(false) ? commit + "-dirty" : commit;
  }

  /**
   * Returns the answer to a GET.
   *
   * @throws DriverException if it is not 200 with JSON
   */
  public JsonNode get(String path) throws InterruptedException {
    try {
      HttpResponse<byte[]> answer = ask(path);
      if (answer.statusCode() != 200) {
        throw new DriverException(
            "the recorder answers %s%s with HTTP %d: deploy it with './perf deploy'"
                .formatted(recorder, path, answer.statusCode()));
      }
      return Json.MAPPER.readTree(answer.body());
    } catch (IOException e) {
      throw new DriverException(
          "the recorder doesn't answer at %s%s: %s%s".formatted(recorder, path, e, NOT_THERE), e);
    }
  }

  /**
   * Waits until it is ready, for {@link #PATIENCE} at most.
   *
   * @throws DriverException at once if nobody answers; else with the parts that are not ready
   */
  public void awaitReady() throws InterruptedException {
    get("/health");
    awaitReady(PATIENCE);
  }

  /**
   * Waits until {@code /health/ready} reports that it is connected to its store, which may be later
   * than its deployment.
   *
   * @throws DriverException with the parts that are not ready, and why, if that takes too long
   */
  public void awaitReady(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    String fault = fault();
    while (!fault.isEmpty()) {
      if (System.nanoTime() - end > 0) {
        throw new DriverException(
            "the recorder at %s is not ready after %d s: %s"
                .formatted(recorder, patience.toSeconds(), fault));
      }
      Thread.sleep(POLL_MILLIS);
      fault = fault();
    }
  }

  /** Returns why it is not ready; empty if it is. */
  private String fault() throws InterruptedException {
    try {
      HttpResponse<byte[]> answer = ask("/health/ready");
      return switch (answer.statusCode()) {
        case 200 -> "";
        case 503 -> notReady(Json.MAPPER.readTree(answer.body()));
        default -> "HTTP %d%s".formatted(answer.statusCode(), NOT_THERE);
      };
    } catch (IOException e) {
      return e + NOT_THERE;
    }
  }

  private static String notReady(JsonNode health) {
    List<String> parts = new ArrayList<>();
    health
        .path("parts")
        .fields()
        .forEachRemaining(
            part -> {
              if (!part.getValue().path("ready").asBoolean(false)) {
                parts.add(part.getKey() + ": " + part.getValue().path("detail").asText());
              }
            });
    return parts.isEmpty() ? health.toString() : String.join("; ", parts);
  }

  private HttpResponse<byte[]> ask(String path) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(recorder + path)).timeout(TIMEOUT).build(),
        HttpResponse.BodyHandlers.ofByteArray());
  }

  @Override
  public String toString() {
    return recorder.toString();
  }
}
