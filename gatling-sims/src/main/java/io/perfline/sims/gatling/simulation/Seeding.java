package io.perfline.sims.gatling.simulation;

import io.perfline.sims.gatling.load.HttpLoad;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Records what visitors then look at: without it there would be no page but the first. */
public final class Seeding {

  /** How many recordings the load's service gets beforehand. */
  public static final int RECORDINGS = 50;

  private static final int CREATED = 201;

  private Seeding() {}

  /** Records {@link #RECORDINGS} messages, or fails. */
  static void record(HttpLoad load) {
    URI address = URI.create(load.recorder() + RecordScenario.path(load));
    Messages messages = new Messages(load.dataBytes());
    HttpClient client =
        HttpClient.newBuilder()
            .proxy(HttpClient.Builder.NO_PROXY)
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(load.timeout())
            .build();
    for (int i = 0; i < RECORDINGS; i++) {
      HttpRequest request =
          HttpRequest.newBuilder(address)
              .header("Content-Type", "application/json")
              .timeout(load.timeout())
              .POST(BodyPublishers.ofString(messages.next()))
              .build();
      created(client, request);
    }
  }

  private static void created(HttpClient client, HttpRequest request) {
    try {
      HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
      if (answer.statusCode() != CREATED) {
        throw new IllegalStateException(
            "cannot record what is to be browsed: POST %s was answered %d %s"
                .formatted(request.uri(), answer.statusCode(), answer.body()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot record what is to be browsed: POST " + request.uri(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while recording what is to be browsed", e);
    }
  }
}
