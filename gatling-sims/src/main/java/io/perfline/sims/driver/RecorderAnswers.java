package io.perfline.sims.driver;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.command.Fault;
import io.perfline.core.project.CommitProbe;
import io.perfline.core.project.HttpProbe;
import io.perfline.core.project.ReadyCheck;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/**
 * The deployed recorder's responses about itself.
 *
 * @param recorder its address with the context path, without a slash at the end
 */
public record RecorderAnswers(URI recorder) {

  private static final String ADVICE =
      "; 'perfline stack status' shows the local one, 'perfline deploy' deploys it";
  private static final ReadyCheck READY =
      new ReadyCheck("/health/ready", 200, Duration.ofSeconds(60));
  private static final CommitProbe VERSION =
      new CommitProbe("/version", JsonPointer.compile("/commit"), JsonPointer.compile("/dirty"));

  /**
   * Returns the commit from which it was built, followed by {@code -dirty} if the work tree had
   * changes.
   */
  public String commit() throws InterruptedException {
    try {
      return new HttpProbe(recorder).commit(VERSION);
    } catch (Fault e) {
      throw new DriverException(e.getMessage(), e);
    }
  }

  /**
   * Sends a GET request.
   *
   * @throws DriverException unless the response has status 200 and is JSON
   */
  public JsonNode get(String path) throws InterruptedException {
    try {
      HttpProbe.Answer answer = new HttpProbe(recorder).get(path);
      if (answer.status() != 200) {
        throw new DriverException(
            "the recorder answers %s%s with HTTP %d: deploy it with 'perfline deploy'"
                .formatted(recorder, path, answer.status()));
      }
      return answer.json();
    } catch (IOException e) {
      throw new DriverException(
          "the recorder doesn't answer at %s%s: %s%s".formatted(recorder, path, e, ADVICE), e);
    }
  }

  /**
   * Waits up to a minute until the recorder is connected to its store.
   *
   * @throws DriverException at once if the recorder does not respond, otherwise with the parts that
   *     are not ready in time
   */
  public void awaitReady() throws InterruptedException {
    get("/health");
    awaitReady(READY.within());
  }

  /**
   * Waits up to a minute until a recorder that was just started, and may not respond yet, is ready.
   */
  public void awaitStarted() throws InterruptedException {
    awaitReady(READY.within());
  }

  void awaitReady(Duration timeout) throws InterruptedException {
    try {
      new HttpProbe(recorder).awaitReady(READY, timeout, () -> true, waiting -> {});
    } catch (Fault e) {
      throw new DriverException("the recorder: " + e.getMessage() + ADVICE, e);
    }
  }

  @Override
  public String toString() {
    return recorder.toString();
  }
}
