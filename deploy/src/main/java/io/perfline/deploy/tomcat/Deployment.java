package io.perfline.deploy.tomcat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.command.Fault;
import io.perfline.core.environment.Tomcat;
import io.perfline.core.environment.Variables;
import io.perfline.core.project.HttpProbe;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
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
   * @param home root of the checkout: when {@code tomcat} is that of its local stack, the log shows
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
   * Returns when the manager has answered OK and the running application reports this build.
   *
   * @param url the address of the deployed application
   * @throws ManagerRefusal (exit code 3) with the manager's line, and the cause where it is known
   * @throws Fault (exit code 3) when another build answers; (exit code 2) when the WAR doesn't say
   *     which it is, before anything is deployed
   */
  public void deploy(War war, ContextPath path, URI url) throws InterruptedException {
    war.requireBuild();
    deploy(war, path);
    await(war, url);
  }

  /**
   * Returns when the running application reports that it is this build.
   *
   * @throws Fault (exit code 3) when another build answers; (exit code 2) when the WAR doesn't say
   *     which it is
   */
  public void await(War war, URI url) throws InterruptedException {
    new RunningApplication(url).await(war.requireBuild(), VERSION);
  }

  /**
   * Returns when the manager has answered OK, which does not prove what runs.
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

  private ManagerRefusal explained(ManagerRefusal refusal) {
    String message = refusal.getMessage();
    if (!message.contains("FAIL - ")) {
      return refusal;
    }
    if (log.isEmpty()) {
      return new ManagerRefusal(
          "%s%nthe reason is in logs/localhost.<date>.log of that Tomcat".formatted(message), refusal);
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
   * Why an application did not start, as Tomcat's logs tell: the manager doesn't say. Only what
   * they got since this was made counts.
   */
  private static final class StartLog {

    private static final int REASONS = 12;

    /** Messages of level SEVERE, and the first line of each exception. */
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

    /** Returns the logs of the Tomcat of the local stack, if {@code tomcat} is that one. */
    static Optional<StartLog> of(Tomcat tomcat, Path home) throws IOException {
      String port = Variables.of(home, Map.of()).getOrDefault("PERF_TOMCAT_PORT", "");
      boolean local =
          tomcat.manager().getHost().equals("127.0.0.1")
              && String.valueOf(tomcat.manager().getPort()).equals(port);
      return local ? Optional.of(in(home.resolve(".perf/stack/tomcat/logs"))) : Optional.empty();
    }

    static StartLog in(Path logs) throws IOException {
      return new StartLog(logs);
    }

    /** Returns the reasons, one per line; empty if there are none. */
    List<String> reasons() throws IOException {
      List<String> reasons = new ArrayList<>();
      for (Path log : files()) {
        byte[] all = Files.readAllBytes(log);
        int from = (int) Math.min(all.length, before.getOrDefault(log, 0L));
        new String(all, from, all.length - from, StandardCharsets.UTF_8)
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

    /** The applications' log comes first, because only it shows the cause. */
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
     * Returns once it reports that it is {@code build}.
     *
     * @throws Fault (exit code 3) with its last answer, when it does not within {@code time}
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

    /** Returns true when it reports now that it is {@code build}. */
    boolean is(WarBuild build) throws InterruptedException {
      return fault(build).isEmpty();
    }

    /** Returns what is wrong with its answer, empty when nothing is. */
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
