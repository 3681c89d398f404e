package io.perfline.deploy.tomcat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.command.Fault;
import io.perfline.core.environment.Tomcat;
import io.perfline.core.environment.Variables;
import io.perfline.core.file.StateFolder;
import io.perfline.core.project.HttpProbe;
import io.perfline.deploy.process.LogExcerpt;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Deploys a WAR to a Tomcat and checks that its build is the one that runs. */
public final class Deployment {

  private static final Duration VERSION_TIMEOUT = Duration.ofSeconds(30);

  private final Tomcat tomcat;
  private final Optional<StartLog> log;

  private Deployment(Tomcat tomcat, Optional<StartLog> log) {
    this.tomcat = tomcat;
    this.log = log;
  }

  /** Returns whether a Tomcat belongs to the local stack in a folder. */
  static boolean isOfStack(Tomcat tomcat, Path home) {
    String port = Variables.of(home, Map.of()).getOrDefault("PERF_TOMCAT_PORT", "");
    return tomcat.manager().getHost().equals("127.0.0.1")
        && String.valueOf(tomcat.manager().getPort()).equals(port);
  }

  /**
   * Returns a deployment to {@code tomcat}. If this is the Tomcat of the local stack, errors
   * include the reason from its log.
   *
   * @param home root of the checkout, for its local stack
   */
  public static Deployment into(Tomcat tomcat, Path home) throws IOException {
    return new Deployment(tomcat, StartLog.of(tomcat, home));
  }

  /**
   * Returns a deployment to {@code tomcat} whose errors include the reason from the log.
   *
   * @param logs the folder of Tomcat's logs
   */
  public static Deployment withLogs(Tomcat tomcat, Path logs) throws IOException {
    return new Deployment(tomcat, Optional.of(StartLog.in(logs)));
  }

  /**
   * Deploys a WAR and waits until the running application reports its build.
   *
   * @throws ManagerRefusal (exit code 3) with the manager's message, and the cause if it is known
   * @throws Fault (exit code 3) if another build, or none, answers within 30 seconds; (exit code 2)
   *     if the WAR doesn't contain its build, before anything is deployed
   */
  public void deploy(War war, ContextPath path, URI url) throws InterruptedException {
    war.requireBuild();
    deploy(war, path);
    await(war, url);
  }

  /**
   * Waits until the running application reports the build of {@code war}.
   *
   * @throws Fault (exit code 3) if another build, or none, answers within 30 seconds; (exit code 2)
   *     if the WAR doesn't contain its build
   */
  public void await(War war, URI url) throws InterruptedException {
    new RunningApplication(url).await(war.requireBuild(), VERSION_TIMEOUT);
  }

  /**
   * Deploys a WAR and returns when the manager has answered OK, without checking which build runs.
   *
   * @throws ManagerRefusal (exit code 3) with the manager's message, and the cause if it is known
   */
  public void deploy(War war, ContextPath path) throws InterruptedException {
    try {
      new ManagerClient(tomcat).deploy(war.file(), path, Optional.empty());
    } catch (ManagerRefusal refusal) {
      throw explained(refusal);
    }
  }

  private ManagerRefusal explained(ManagerRefusal refusal) {
    String message = refusal.getMessage();
    if (!message.contains("FAIL - ")) {
      return refusal;
    }
    if (log.isEmpty()) {
      return new ManagerRefusal(
          "%s%nthe reason is in logs/localhost.<date>.log of that Tomcat".formatted(message),
          refusal);
    }
    try {
      List<String> reasons = log.get().reasons();
      String why =
          reasons.isEmpty()
              ? "its logs in %s give no reason".formatted(log.get().path())
              : "its logs in %s:%n  %s"
                  .formatted(log.get().path(), String.join("%n  ".formatted(), reasons));
      return new ManagerRefusal("%s%n%s".formatted(message, why), refusal);
    } catch (IOException e) {
      return new ManagerRefusal("%s%nits logs can't be read: %s".formatted(message, e), refusal);
    }
  }

  /**
   * Finds in Tomcat's logs why an application did not start, because the manager's answer does not
   * contain the reason. Only lines that were added after this object was created are read.
   */
  private static final class StartLog {

    private static final int REASONS = 12;

    /** Matches messages of level SEVERE and the first line of each exception. */
    private static final Pattern REASON =
        Pattern.compile("^(\\S.*\\b)?SEVERE\\b.*|^(Caused by: )?[\\w.$]+(Exception|Error)\\b.*");

    private final Path logs;
    private final Map<Path, Long> before;

    private StartLog(Path logs) throws IOException {
      this.logs = logs;
      this.before = new LinkedHashMap<>();
      for (Path log : files()) {
        before.put(log, Files.size(log));
      }
    }

    /** The number of bytes of a log in which the reason of a failure is looked for. */
    private static final int LOG_BYTES = 1 << 22;

    /** Returns the logs of the local stack's Tomcat; empty if {@code tomcat} is another one. */
    static Optional<StartLog> of(Tomcat tomcat, Path home) throws IOException {
      return isOfStack(tomcat, home)
          ? Optional.of(in(StateFolder.STACK_TOMCAT_LOGS.in(home)))
          : Optional.empty();
    }

    static StartLog in(Path logs) throws IOException {
      return new StartLog(logs);
    }

    /** Returns the matching lines, at most 12 of each file; empty if there are none. */
    List<String> reasons() throws IOException {
      List<String> reasons = new ArrayList<>();
      for (Path log : files()) {
        LogExcerpt.from(log, before.getOrDefault(log, 0L), LOG_BYTES)
            .lines()
            .filter(REASON.asMatchPredicate())
            .limit(REASONS)
            .forEach(reasons::add);
      }
      return reasons;
    }

    Path path() {
      return logs;
    }

    /**
     * Returns the logs to read. The applications' logs come first, because only they contain the
     * cause.
     */
    private List<Path> files() throws IOException {
      try (Stream<Path> entries = Files.list(logs)) {
        List<Path> files = new ArrayList<>();
        List<Path> sorted = entries.sorted().toList();
        sorted.stream().filter(log -> name(log).startsWith("localhost.")).forEach(files::add);
        sorted.stream().filter(log -> name(log).equals("out.log")).forEach(files::add);
        return files;
      } catch (NoSuchFileException none) {
        return List.of();
      }
    }

    private static String name(Path log) {
      return log.getFileName().toString();
    }
  }

  /** A running application, which reports its build at {@code /version}. */
  record RunningApplication(URI url) {

    private static final Duration POLL = Duration.ofMillis(100);

    /**
     * Waits until the application reports that it is {@code build}.
     *
     * @throws Fault (exit code 3) with the last answer if this does not happen within {@code time}
     */
    void await(WarBuild build, Duration time) throws InterruptedException {
      long end = System.nanoTime() + time.toNanos();
      String fault = fault(build);
      while (!fault.isEmpty() && System.nanoTime() < end) {
        Thread.sleep(POLL.toMillis());
        fault = fault(build);
      }
      if (!fault.isEmpty()) {
        throw Fault.noVerdict(
            "the application at %s/version is not the one that was deployed, %s: after %d s %s"
                .formatted(url, build, time.toSeconds(), fault));
      }
    }

    /** Returns whether the application reports now that it is {@code build}. */
    boolean is(WarBuild build) throws InterruptedException {
      return fault(build).isEmpty();
    }

    /** Returns what is wrong with the application's answer; empty if nothing is. */
    private String fault(WarBuild expected) throws InterruptedException {
      try {
        HttpProbe.Answer answer = new HttpProbe(url).get("/version");
        if (answer.status() != 200) {
          return "it answers HTTP " + answer.status();
        }
        JsonNode json = answer.json();
        WarBuild running =
            new WarBuild(
                json.path("commit").asText(),
                json.path("version").asText(),
                json.path("dirty").asBoolean(expected.dirty()));
        return running.equals(expected) ? "" : "it reports that it is " + running;
      } catch (JsonProcessingException e) {
        return "it doesn't answer with JSON";
      } catch (IOException e) {
        return "it can't be reached: " + e;
      }
    }
  }
}
