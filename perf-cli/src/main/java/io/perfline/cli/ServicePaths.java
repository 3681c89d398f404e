package io.perfline.cli;

import io.perfline.cli.build.BuildShell;
import io.perfline.cli.build.CommandFailure;
import io.perfline.core.command.Fault;
import io.perfline.core.command.OutsideText;
import io.perfline.core.file.StateFolder;
import io.perfline.core.project.HttpProbe;
import io.perfline.core.project.Project;
import io.perfline.core.project.ReadyCheck;
import io.perfline.core.project.ServiceSurvey;
import io.perfline.core.project.ServiceSurvey.Found;
import io.perfline.deploy.stack.ProjectLock;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.service.LoneService;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The paths that a service answers, for its first {@code perf.yml}.
 *
 * @param health its readiness check; empty if unknown
 * @param load the requests of its load; empty if unknown
 * @param problem the reason why one of them is unknown; empty if both are known or were not wanted
 */
record ServicePaths(Optional<Found> health, List<Found> load, String problem) {

  /** The result if the service is not looked at. */
  static final ServicePaths NONE = new ServicePaths(Optional.empty(), List.of(), "");

  private static final int LONGEST = 200;
  private static final int COMMENT = 53;
  private static final String NO_HEALTH = "none of the usual health paths is answered with 2xx";
  private static final String NO_LOAD =
      "neither / nor a path of an OpenAPI description is answered with 2xx";

  /** Reads the project again. */
  @FunctionalInterface
  interface Rereading {
    Project project() throws IOException;
  }

  /** Asks a service that runs elsewhere for its health only. */
  static ServicePaths at(Project project) throws InterruptedException {
    try {
      Optional<Found> health = new ServiceSurvey(new HttpProbe(project.service().url())).health();
      return new ServicePaths(health, List.of(), health.isPresent() ? "" : NO_HEALTH);
    } catch (IOException e) {
      return unknown("%s is not reachable: %s".formatted(project.service().url(), e));
    }
  }

  /**
   * Builds and starts a service once, and stops it again.
   *
   * @param built returns the project after the build
   * @param home the folder of the local stack, whose Tomcat runs a WAR
   * @param out receives messages about the service
   */
  static ServicePaths started(Project project, Rereading built, Path home, PrintWriter out)
      throws InterruptedException {
    try (ProjectLock lock = ProjectLock.take(project.home(), "perfline init", out)) {
      out.println("starting the service once, to find paths that answer; --no-start leaves it out");
      out.flush();
      if (project.service().build() != null) {
        try (BuildShell shell = new BuildShell(() -> {})) {
          shell.build(project.home(), project.service().build());
        }
      }
      Path logs = StateFolder.TRY.in(project.home());
      Files.createDirectories(logs);
      try (LoneService service = LoneService.start(built.project(), logs, home)) {
        return of(service);
      }
    } catch (CommandFailure e) {
      return unknown("the build failed, so the service was not started");
    } catch (Fault | DriverException e) {
      return unknown("it did not start: " + e.getMessage());
    } catch (IOException e) {
      return unknown("it did not start: " + e);
    }
  }

  private static ServicePaths of(LoneService service) throws InterruptedException {
    ServiceSurvey survey = new ServiceSurvey(service.probe());
    try {
      Optional<Found> health =
          survey.awaitHealth(service::mayAnswer, ReadyCheck.DEFAULT.within().toNanos());
      List<Found> load = survey.load();
      String problem = health.isEmpty() ? NO_HEALTH : load.isEmpty() ? NO_LOAD : "";
      return new ServicePaths(health, load, problem);
    } catch (Fault e) {
      String reason = service.reason();
      throw reason.isEmpty()
          ? e
          : Fault.noVerdict(e.getMessage() + " (its log: " + reason + ")", e);
    }
  }

  private static ServicePaths unknown(String problem) {
    return new ServicePaths(Optional.empty(), List.of(), OutsideText.line(problem, LONGEST));
  }

  /** Fills the places for paths in the text of a {@code perf.yml}. */
  String in(String text) {
    Found ready = health.orElse(new Found(ReadyCheck.DEFAULT.get(), ReadyCheck.DEFAULT.status()));
    Found first = load.isEmpty() ? new Found("/", 200) : load.get(0);
    String more =
        load.stream()
            .skip(1)
            .map(
                found ->
                    "      - get: %s\n        expect: {status: %d}\n"
                        .formatted(found.path(), found.status()))
            .collect(Collectors.joining());
    String check =
        "ready: {get: %s, status: %d, within: 60 s}".formatted(ready.path(), ready.status());
    return text.replace(
            "@ABOUT@", problem.isEmpty() ? "" : "  # perfline init: %s\n".formatted(problem))
        .replace("@READY@", ("%-" + COMMENT + "s").formatted(check))
        .replace("@LOAD@", first.path())
        .replace("@STATUS@", Integer.toString(first.status()))
        .replace("@MORE@", more);
  }

  /** Returns the lines to be printed; empty if the service was not looked at. */
  String summary() {
    StringBuilder lines = new StringBuilder();
    health.ifPresent(found -> lines.append("ready  %s%n".formatted(found)));
    load.forEach(found -> lines.append("load   %s%n".formatted(found)));
    if (!problem.isEmpty()) {
      lines.append(
          "note   %s; correct perf.yml (a database: docs/database.md), and check it by 'perfline try'%n"
              .formatted(problem));
    }
    return lines.toString();
  }
}
