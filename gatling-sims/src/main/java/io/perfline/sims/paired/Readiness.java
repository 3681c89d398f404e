package io.perfline.sims.paired;

import io.perfline.deploy.command.Fault;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Waits for a recorder to be ready: deployed is not yet connected to its store. */
public final class Readiness {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration ONE_ANSWER = Duration.ofSeconds(5);
  private static final long POLL_MILLIS = 100;

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(ONE_ANSWER)
          .build();

  /**
   * Returns once the recorder at {@code url} says at {@code /health/ready} that it is.
   *
   * @throws Fault exit code 3 with what it said last, when it doesn't within a minute
   */
  public void await(URI url) throws InterruptedException {
    URI ready = URI.create(url + "/health/ready");
    long end = System.nanoTime() + PATIENCE.toNanos();
    String said = said(ready);
    while (!said.isEmpty()) {
      if (System.nanoTime() - end > 0) {
        throw Fault.noVerdict(
            "%s is not ready after %d s: %s".formatted(ready, PATIENCE.toSeconds(), said));
      }
      Thread.sleep(POLL_MILLIS);
      said = said(ready);
    }
  }

  /** Why it isn't ready; empty when it is. */
  private String said(URI ready) throws InterruptedException {
    try {
      var answer =
          client.send(
              HttpRequest.newBuilder(ready).timeout(ONE_ANSWER).build(), BodyHandlers.ofString());
      return answer.statusCode() == 200
          ? ""
          : "HTTP %d %s".formatted(answer.statusCode(), answer.body());
    } catch (IOException e) {
      return e.toString();
    }
  }
}
