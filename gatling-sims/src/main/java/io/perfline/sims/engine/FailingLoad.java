package io.perfline.sims.engine;

import io.perfline.core.environment.Environment;
import io.perfline.core.project.HttpProbe;
import io.perfline.core.project.ServiceSurvey;
import io.perfline.core.run.FailedAnswer;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Session;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Ends a load of HTTP requests that measures nothing, because every answer so far was an error.
 *
 * @param around receives the progress too
 */
public record FailingLoad(Progress around, Session session, Environment environment)
    implements Progress {

  private static final String HTTP = "HTTP/";

  @Override
  public void tick(Duration elapsed, double messagesPerSecond, long errors) {
    around.tick(elapsed, messagesPerSecond, errors);
  }

  @Override
  public Callable<Void> afterWarmUp() {
    return around.afterWarmUp();
  }

  /**
   * Ends the load, unless the service answered nothing at all.
   *
   * @throws DriverException with an error, and with paths that answer
   */
  @Override
  public void allFailed() {
    Optional<FailedAnswer> answer =
        session.failures().stream().filter(one -> one.received().startsWith(HTTP)).findFirst();
    if (answer.isPresent()) {
      FailedAnswer first = answer.get();
      String request = first.sent().lines().findFirst().orElse("").replaceFirst(" HTTP/.*", "");
      throw new DriverException(
          "the load never succeeded in %d s: %s: %s%s"
              .formatted(FAILING.toSeconds(), request, first.kind(), others()));
    }
  }

  /** Returns the paths that answer, as the end of a sentence. */
  private String others() {
    try {
      return new ServiceSurvey(new HttpProbe(environment.service())).otherLoad();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
