package io.perfline.cli.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.command.Fault;
import io.perfline.core.git.Checkout;
import io.perfline.core.git.CommitId;
import io.perfline.core.project.Project;
import io.perfline.core.project.Scenario;
import io.perfline.core.yaml.Suggestion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The tools that start, follow and cancel {@code perfline ci} and {@code perfline try}, one at a
 * time.
 */
final class ComparisonTools {

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);
  private static final Pattern REFERENCE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_./~^-]*");

  /** Clients give up after a minute by default. */
  private static final int MAX_WAIT = 50;

  private static final int MAX_LINES = 100;

  private final ProjectFolder project;
  private final LauncherScript launcher;
  private final Clock clock;
  private boolean ended;
  private RunningCommand command;
  private int tries;

  ComparisonTools(ProjectFolder project, LauncherScript launcher, Clock clock) {
    this.project = project;
    this.launcher = launcher;
    this.clock = clock;
  }

  List<Tool> tools() {
    return List.of(
        Tool.acting(
                "start_comparison",
                "Starts 'perfline ci': builds the working tree and its baseline, measures both"
                    + " under the same load, and judges the difference. Returns a run id at once;"
                    + " it takes minutes, so follow it with run_state, then call read_verdict. One"
                    + " comparison at a time. Leave the machine idle meanwhile.",
                this::start)
            .optional("profile", Tool.text("A profile of perf.yml; default commit."))
            .optional(
                "against",
                Tool.text(
                    "The baseline: a commit, branch or tag. Default: with uncommitted changes HEAD;"
                        + " on a branch the commit where it left the default branch."))
            .optional(
                "only", Tool.texts("Measures only these cases; such a run is not the commit's."))
            .optional("measure", Tool.flag("Compares even if nothing that runs has changed."))
            .optional(
                "why", Tool.flag("Records the methods of every comparison, not only failed ones.")),
        Tool.reading(
                "run_state",
                "Returns whether a run still measures, its step, its last lines of output, and at"
                    + " its end the exit code. Without 'run': what was started last.",
                this::state)
            .optional("run", Tool.text("The id that start_comparison or try_scenario returned."))
            .optional(
                "wait_seconds",
                Tool.number(
                    0,
                    MAX_WAIT,
                    0,
                    "The seconds to wait for the end; by default it answers at once."))
            .optional("lines", Tool.number(1, MAX_LINES, 10, "The number of lines of output.")),
        Tool.acting(
                "cancel_run",
                "Ends a run with all processes that it started, and returns when none is left.",
                this::cancel)
            .required("run", Tool.text("The id that start_comparison or try_scenario returned.")),
        Tool.acting(
                "try_scenario",
                "Runs 'perfline try': starts the service, sends each request of a scenario once,"
                    + " and shows requests, answers and checks. Use it after a change of"
                    + " perf.yml. If it takes longer than half a minute, run_state follows it.",
                this::tryOnce)
            .required("scenario", Tool.text("A load of perf.yml that has requests.")));
  }

  private synchronized ObjectNode start(Arguments arguments) {
    requireNone();
    Project known = project.project(); // a mistake in perf.yml is an answer, not a run
    String id = newId();
    List<String> words = new ArrayList<>(List.of("ci", "--run-id=" + id));
    arguments.optionalName("profile").ifPresent(profile -> words.add("--profile=" + profile));
    arguments.optionalName("against").ifPresent(one -> words.add("--against=" + reference(one)));
    arguments.names("only").forEach(one -> words.add("--only=" + one));
    if (arguments.flag("measure")) {
      words.add("--measure");
    }
    if (arguments.flag("why")) {
      words.add("--why");
    }
    command = RunningCommand.start(id, launcher, project.current(), words);
    return Answer.object()
        .put("run", id)
        .put("state", "running")
        .put("service", known.name())
        .put("next", "run_state with wait_seconds, then read_verdict");
  }

  private synchronized void requireNone() {
    if (ended) {
      throw Fault.noVerdict("the server ends: nothing can be started");
    }
    if (command != null && command.isRunning()) {
      throw Fault.noVerdict(
          "'%s' still runs, and two would disturb each other: wait for its end (run_state), or cancel_run"
              .formatted(command.id()));
    }
  }

  private String newId() {
    String commit =
        new Checkout(project.folder())
            .commit("HEAD")
            .map(CommitId::shortened)
            .orElse("unversioned");
    String first = STAMP.format(clock.instant()) + "-" + commit;
    String id = first;
    for (int i = 2; Files.exists(project.newRun(id)); i++) {
      id = first + "-" + i;
    }
    return id;
  }

  /** Returns the name of a commit, or of a file of the project. */
  private String reference(String name) {
    if (!REFERENCE.matcher(name).matches() || name.contains("..")) {
      throw Fault.configuration(
          "'%s' is not a commit, branch or tag of this repository".formatted(name));
    }
    project.inside(Path.of(name));
    return name;
  }

  private ObjectNode tryOnce(Arguments arguments) throws InterruptedException {
    String scenario = arguments.name("scenario");
    Set<String> known = project.project().loads(Scenario.class).keySet();
    if (!known.contains(scenario)) {
      throw Fault.configuration(
          "perf.yml has no load '%s' with requests%s; it has: %s"
              .formatted(scenario, Suggestion.of(scenario, known), String.join(", ", known)));
    }
    RunningCommand started;
    synchronized (this) {
      requireNone();
      started =
          RunningCommand.start(
              "try-" + ++tries, launcher, project.current(), List.of("try", "--", scenario));
      command = started;
    }
    started.await(Duration.ofSeconds(MAX_WAIT / 2));
    return state(started, MAX_LINES);
  }

  private ObjectNode state(Arguments arguments) throws InterruptedException {
    RunningCommand last = last();
    String id = arguments.optionalName("run").orElse(last == null ? null : last.id());
    if (id == null) {
      throw Fault.configuration("nothing was started yet: start_comparison returns a run's id");
    }
    if (last == null || !last.id().equals(id)) {
      return earlier(project.run(id));
    }
    last.await(Duration.ofSeconds(arguments.number("wait_seconds", 0)));
    return state(last, arguments.number("lines", 10));
  }

  private synchronized RunningCommand last() {
    return command;
  }

  private ObjectNode state(RunningCommand running, int lines) {
    ObjectNode answer = Answer.object().put("run", running.id());
    boolean ended = !running.isRunning();
    answer.put("state", !ended ? "running" : running.isCanceled() ? "canceled" : "ended");
    answer.put("seconds", running.seconds());
    if (running.output().step() != null) {
      answer.put("step", running.output().step());
    }
    if (ended && !running.isCanceled()) {
      boolean tried = running.id().startsWith("try-");
      answer.put("exit_code", running.exitCode());
      answer.put(
          "meaning",
          tried && running.exitCode() <= Fault.EXCEEDED
              ? running.exitCode() == 0 ? "all checks were met" : "a check was not met"
              : Answer.meaning(running.exitCode()));
      if (!tried) {
        summary(project.newRun(running.id()), answer);
      }
    }
    Answer.texts(
        answer,
        "output",
        running.output().last(lines).stream().map(project::relative).toList(),
        MAX_LINES);
    return answer;
  }

  /** Returns the state of a run that another process started. */
  private ObjectNode earlier(Path run) {
    ObjectNode answer = Answer.object().put("run", run.getFileName().toString());
    boolean judged = summary(run, answer);
    answer.put("state", judged ? "ended" : "without a verdict");
    if (!judged) {
      answer.put("note", "it was canceled, still runs elsewhere, or measured nothing");
    }
    return answer;
  }

  private boolean summary(Path run, ObjectNode answer) {
    JsonNode verdict = project.json(run.resolve("verdict.json")).orElse(null);
    if (verdict == null) {
      return false;
    }
    Answer.copy(verdict, answer, "outcome", "summary");
    answer.put("next", "read_verdict");
    return true;
  }

  private ObjectNode cancel(Arguments arguments) throws InterruptedException {
    RunningCommand last = last();
    String id = arguments.name("run");
    if (last == null || !last.id().equals(id)) {
      throw Fault.configuration(
          "'%s' was not started by this server%s"
              .formatted(id, last == null ? "" : "; it started " + last.id()));
    }
    last.cancel();
    return state(last, 5);
  }

  /** Ends what still runs, after which nothing can be started. */
  void end() throws InterruptedException {
    RunningCommand last;
    synchronized (this) {
      ended = true;
      last = command;
    }
    if (last != null) {
      last.cancel();
    }
  }
}
