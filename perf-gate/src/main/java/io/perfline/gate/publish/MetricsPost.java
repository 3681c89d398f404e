package io.perfline.gate.publish;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/**
 * Sends metrics in one HTTP request.
 *
 * @param url the address, without credentials
 * @param headers the headers for authentication; empty without it
 */
record MetricsPost(URI url, Map<String, String> headers) {

  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final int LONGEST_ANSWER = 300;

  MetricsPost {
    headers = Map.copyOf(headers);
  }

  /**
   * Sends the metrics.
   *
   * @param format the headers that describe the content
   * @return the body of the response
   * @throws Fault (exit code 3) if the response is not a success
   */
  String send(byte[] content, Map<String, String> format) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url)
            .timeout(LONGEST)
            .POST(HttpRequest.BodyPublishers.ofByteArray(content));
    format.forEach(request::header);
    headers.forEach(request::header);
    try {
      HttpResponse<String> answer =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .connectTimeout(LONGEST)
              .build()
              .send(request.build(), HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() / 100 != 2) {
        throw Fault.noVerdict(
            "cannot publish metrics to %s: it answered HTTP %s: %s"
                .formatted(url, Integer.toString(answer.statusCode()), shortened(answer.body())));
      }
      return answer.body();
    } catch (IOException e) {
      throw Fault.noVerdict("cannot publish metrics to %s: %s".formatted(url, e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Fault.noVerdict("publishing metrics to %s was interrupted".formatted(url), e);
    }
  }

  private static String shortened(String body) {
    String line = body.strip().replaceAll("\\s+", " ");
    return line.length() <= LONGEST_ANSWER ? line : line.substring(0, LONGEST_ANSWER) + "…";
  }
}
