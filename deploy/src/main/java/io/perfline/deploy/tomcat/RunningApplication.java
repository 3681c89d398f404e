package io.perfline.deploy.tomcat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.command.Fault;
import io.perfline.core.file.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** What an application that runs says of itself at {@code /version}. */
final class RunningApplication {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration ONE_ANSWER = Duration.ofSeconds(5);

  private final URI version;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(ONE_ANSWER)
          .build();

  /**
   * @param url of the application, without a slash at its end
   */
  RunningApplication(URI url) {
    this.version = URI.create(url + "/version");
  }

  /**
   * Returns once it says that it is {@code build}.
   *
   * @throws Fault (exit code 3) that tells what it said last, when it doesn't within {@code time}
   */
  void await(WarBuild build, Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    String said = said(build);
    while (!said.isEmpty() && System.nanoTime() < end) {
      Thread.sleep(POLL.toMillis());
      said = said(build);
    }
    if (!said.isEmpty()) {
      throw Fault.noVerdict(
          "the application at %s is not the one that was deployed, %s: after %d s %s"
              .formatted(version, build, time.toSeconds(), said));
    }
  }

  /** Whether it says now that it is {@code build}. */
  boolean is(WarBuild build) throws InterruptedException {
    return said(build).isEmpty();
  }

  /** What is wrong with its answer, empty when nothing is. */
  private String said(WarBuild expected) throws InterruptedException {
    try {
      HttpResponse<String> response =
          client.send(
              HttpRequest.newBuilder(version).timeout(ONE_ANSWER).build(), BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        return "it answers HTTP " + response.statusCode();
      }
      JsonNode json = Json.MAPPER.readTree(response.body());
      WarBuild running =
          new WarBuild(
              json.path("commit").asText(),
              json.path("version").asText(),
              json.path("dirty").asBoolean(expected.dirty()));
      return running.equals(expected) ? "" : "it reports that it is " + running;
    } catch (JsonProcessingException e) {
      return "it answers no JSON";
    } catch (IOException e) {
      return "it can't be reached: " + e;
    }
  }
}
