package io.perfline.sims.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.perfline.deploy.command.Fault;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.paired.Readiness;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks the deployed recorder about itself. */
final class RecorderAnswers {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static final JsonMapper JSON = new JsonMapper();

  private final URI recorder;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();

  RecorderAnswers(URI recorder) {
    this.recorder = recorder;
  }

  /** What commit it was built from, with {@code -dirty} when the tree held changes. */
  String commit() throws InterruptedException {
    JsonNode version = get("/version");
    String commit = version.path("commit").asText("unknown");
    return version.path("dirty").asBoolean(false) ? commit + "-dirty" : commit;
  }

  /**
   * Returns once it says that it is ready: deployed is not yet connected to its store.
   *
   * @throws DriverException at once when nobody answers, after a minute with what isn't ready
   */
  void awaitReady() throws InterruptedException {
    get("/health");
    try {
      new Readiness().await(recorder);
    } catch (Fault e) {
      throw new DriverException(e.getMessage(), e);
    }
  }

  /**
   * What it answers to a GET.
   *
   * @throws DriverException when it doesn't, with 200 and JSON
   */
  JsonNode get(String path) throws InterruptedException {
    URI address = URI.create(recorder + path);
    try {
      HttpResponse<byte[]> answer =
          client.send(
              HttpRequest.newBuilder(address).timeout(TIMEOUT).build(),
              HttpResponse.BodyHandlers.ofByteArray());
      if (answer.statusCode() != 200) {
        throw new DriverException(
            "the recorder answers %s with HTTP %d: deploy it with './perf deploy'"
                .formatted(address, answer.statusCode()));
      }
      return JSON.readTree(answer.body());
    } catch (IOException e) {
      throw new DriverException(
          "the recorder doesn't answer at %s: %s; './perf stack status' tells of the local one"
              .formatted(address, e),
          e);
    }
  }

  @Override
  public String toString() {
    return recorder.toString();
  }
}
