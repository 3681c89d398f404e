package io.perfline.deploy.tomcat;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Tomcat;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Brings a WAR into a Tomcat and makes sure that it is what runs there then. */
public final class Deployment {

  private static final Duration VERSION = Duration.ofSeconds(30);

  private final Tomcat tomcat;
  private final Optional<StartLog> log;

  private Deployment(Tomcat tomcat, Optional<StartLog> log) {
    this.tomcat = tomcat;
    this.log = log;
  }

  /**
   * @param home root of the checkout: when {@code tomcat} is that of its local stack, the log tells
   *     why an application did not start
   */
  public static Deployment into(Tomcat tomcat, Path home) throws IOException {
    return new Deployment(tomcat, StartLog.of(tomcat, home));
  }

  /** Into a Tomcat whose log directory is known. */
  public static Deployment withLogs(Tomcat tomcat, Path logs) throws IOException {
    return new Deployment(tomcat, Optional.of(StartLog.in(logs)));
  }

  /**
   * Returns when the manager has said OK and the running application that it is this build.
   *
   * @param url where the application then answers
   * @throws ManagerRefusal (exit code 3) with the manager's line, and the cause where it is known
   * @throws Fault (exit code 3) when another build answers, or the WAR doesn't say which it is
   */
  public void deploy(War war, ContextPath path, URI url) throws InterruptedException {
    deploy(war, path);
    await(war, url);
  }

  /**
   * Returns when the running application says that it is this build.
   *
   * @throws Fault (exit code 3) when another build answers, or the WAR doesn't say which it is
   */
  public void await(War war, URI url) throws InterruptedException {
    new RunningApplication(url).await(war.build().orElseThrow(() -> unknown(war, url)), VERSION);
  }

  /**
   * Returns when the manager has said OK, which says nothing of what runs.
   *
   * @throws ManagerRefusal (exit code 3) with the manager's line, and the cause where it is known
   */
  public void deploy(War war, ContextPath path) throws InterruptedException {
    try {
      new ManagerClient(tomcat).deploy(war.file(), path, Optional.empty());
    } catch (ManagerRefusal refusal) {
      throw explained(refusal);
    }
  }

  private static Fault unknown(War war, URI url) {
    return Fault.noVerdict(
        "the manager has deployed %s, but the file has no %s with commit and version, so nobody can tell whether it is what runs at %s: build it with ./perf build"
            .formatted(war.file(), War.VERSION, url));
  }

  private ManagerRefusal explained(ManagerRefusal refusal) {
    String message = refusal.getMessage();
    if (!message.contains("FAIL - ")) {
      return refusal;
    }
    if (log.isEmpty()) {
      return new ManagerRefusal(
          "%s%nwhy is in logs/localhost.<date>.log of that Tomcat".formatted(message), refusal);
    }
    try {
      List<String> reasons = log.get().reasons();
      String why =
          reasons.isEmpty()
              ? "its logs in %s say no reason".formatted(log.get().path())
              : "its logs in %s say:%n  %s"
                  .formatted(log.get().path(), String.join("%n  ".formatted(), reasons));
      return new ManagerRefusal("%s%n%s".formatted(message, why), refusal);
    } catch (IOException e) {
      return new ManagerRefusal("%s%nits logs can't be read: %s".formatted(message, e), refusal);
    }
  }
}
