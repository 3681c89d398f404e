package io.perfline.deploy.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import io.perfline.core.command.Fault;
import io.perfline.core.command.OutsideText;
import io.perfline.core.project.CommitProbe;
import io.perfline.core.project.ReadyCheck;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Asks a service over plain HTTP about itself. */
public final class ServiceAnswers {

  private static final Duration ONE = Duration.ofSeconds(5);
  private static final long POLL_MILLIS = 100;
  private static final int TOLD = 300;
  private static final JsonMapper JSON = new JsonMapper();
  private final URI service;
  private final String authorization;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(ONE).build();

  /**
   * @param service its address, without a slash at its end
   * @param authorization the header's value; null for none
   */
  public ServiceAnswers(URI service, String authorization) {
    this.service = service;
    this.authorization = authorization;
  }

  /**
   * Returns once it answers as it does when it may be loaded.
   *
   * @param mayCome false when it will never be
   * @throws Fault exit code 3 with what it answered last, when it doesn't in time
   */
  public void awaitReady(ReadyCheck check, Duration patience, BooleanSupplier mayCome)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    String fault = fault(check);
    while (fault != null) {
      if (!mayCome.getAsBoolean()) {
        throw Fault.noVerdict("the service for %s ended before it was ready".formatted(service));
      }
      if (System.nanoTime() - end > 0) {
        throw Fault.noVerdict(
            "the service is not ready after %d s: GET %s%s: %s; is it up, and is 'ready' right?"
                .formatted(patience.toSeconds(), service, check.get(), fault));
      }
      Thread.sleep(POLL_MILLIS);
      fault = fault(check);
    }
  }

  /** Null when it is ready. */
  private String fault(ReadyCheck check) throws InterruptedException {
    try {
      HttpResponse<String> answer = ask(check.get());
      return answer.statusCode() == check.status()
          ? null
          : "it answers %d, not %d%s"
              .formatted(answer.statusCode(), check.status(), told(answer.body()));
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** What it says to that, unless it is a page. */
  private static String told(String body) {
    String line = OutsideText.line(body, TOLD);
    return line.isEmpty() || line.startsWith("<") ? "" : ": " + line;
  }

  /**
   * The commit that it says it was built from, with {@code -dirty} when it says that the work tree
   * held changes.
   *
   * @throws Fault exit code 3 when it doesn't say one
   */
  public String commit(CommitProbe probe) throws InterruptedException {
    String where = service + probe.get();
    try {
      HttpResponse<String> answer = ask(probe.get());
      if (answer.statusCode() != 200) {
        throw Fault.noVerdict("GET %s is answered with %d".formatted(where, answer.statusCode()));
      }
      if (probe.json() == null) {
        return answer.body().strip();
      }
      JsonNode all = JSON.readTree(answer.body());
      JsonNode found = all.at(probe.json());
      if (!found.isTextual()) {
        throw Fault.noVerdict("GET %s contains no commit at %s".formatted(where, probe.json()));
      }
      JsonNode dirty = probe.dirty() == null ? BooleanNode.FALSE : all.at(probe.dirty());
      if (!dirty.isBoolean()) {
        throw Fault.noVerdict(
            "GET %s contains neither true nor false at %s".formatted(where, probe.dirty()));
      }
      return dirty.asBoolean() ? found.asText() + "-dirty" : found.asText();
    } catch (IOException e) {
      throw Fault.noVerdict("GET %s: %s".formatted(where, e), e);
    }
  }

  private HttpResponse<String> ask(String path) throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(service + path)).timeout(ONE);
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
