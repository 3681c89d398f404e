package io.perfline.cli.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.command.Command;
import io.perfline.core.command.Fault;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import io.perfline.core.yaml.Suggestion;
import io.perfline.gate.report.CompareCommand;
import io.perfline.gate.text.Reproduction;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.VerdictFile;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The tools that read the results of runs. */
final class VerdictTools {

  private static final String VERDICT = "verdict.json";
  private static final String REPORT = "report/index.html";
  private static final int MAX_CASES = 10;
  private static final int MAX_METHODS = 10;
  private static final int MAX_TABLE = 100;
  private static final String RUN = "A run's id, the name of a folder in runs.";
  private static final String NEWEST = RUN + " Default: the newest run with a verdict.";

  private final ProjectFolder project;
  private final LimitTexts limits;

  VerdictTools(ProjectFolder project) {
    this.project = project;
    limits = new LimitTexts(project);
  }

  List<Tool> tools() {
    return List.of(
        Tool.reading(
                "read_verdict",
                "Returns a run's verdict: outcome, exit code, and its limits, the worst first, each"
                    + " with the values before and after, the change with its confidence interval,"
                    + " the method that got slower, and the command that measures it again.",
                this::verdict)
            .optional("run", Tool.text(NEWEST))
            .optional("max", Tool.number(1, 50, 10, "The number of limits.")),
        Tool.reading(
                "explain_limit",
                "Returns all that is known of one limit: its text in thresholds.yml and, for each"
                    + " case, data, statistical method, interval, baseline and reason.",
                this::explain)
            .required("limit", Tool.text("The id of a limit in thresholds.yml."))
            .optional("run", Tool.text(NEWEST)),
        Tool.reading(
                "name_methods",
                "Returns the methods that got slower or allocate more, by case, with their amounts"
                    + " per request before and after.",
                this::methods)
            .optional("run", Tool.text(NEWEST))
            .optional("case", Tool.text("Only this case.")),
        Tool.reading(
                "compare_runs",
                "Returns the changes from one run to another, case by case, with confidence"
                    + " intervals, but no verdict: they were measured at different times.",
                this::compare)
            .required("before", Tool.text(RUN))
            .required("after", Tool.text(RUN)));
  }

  private ObjectNode verdict(Arguments arguments) {
    Path run = judged(arguments);
    VerdictLines lines = read(run);
    ObjectNode answer = Answer.object().put("run", run.getFileName().toString());
    Outcome outcome = lines.verdict().outcome();
    answer.put("outcome", outcome.id()).put("exit_code", outcome.exitCode());
    answer.put("meaning", Answer.meaning(outcome.exitCode()));
    Answer.copy(lines.json(), answer, "summary", "commit", "profile", "judged");
    List<String> problems = lines.verdict().problems();
    if (!problems.isEmpty()) {
      Answer.texts(answer, "problems", problems, MAX_CASES);
    }
    answer.set("counts", lines.counts());
    Answer.list(
        answer, "limits", lines.worstFirst(), arguments.number("max", 10), VerdictLines::brief);
    if (outcome == Outcome.FAIL) {
      answer.put("reproduce", Reproduction.command(lines.verdict(), baseline(run)));
    }
    if (Files.exists(run.resolve(REPORT))) {
      answer.put("report", project.relative(run.resolve(REPORT).toString()));
    }
    return answer;
  }

  /** Returns the baseline of a run; null if it has none, or the verdict was reused. */
  private RunBaseline baseline(Path run) {
    Path file = project.inside(run.resolve(RunFile.NAME));
    return Files.exists(file) ? RunFile.read(run).baseline() : null;
  }

  /** Returns the named run, or the newest one with a verdict. */
  private Path judged(Arguments arguments) {
    return arguments
        .optionalName("run")
        .map(project::run)
        .or(
            () ->
                project.runs().stream()
                    .filter(run -> Files.exists(run.resolve(VERDICT)))
                    .max(Comparator.comparing(run -> run.resolve(VERDICT).toFile().lastModified())))
        .orElseThrow(
            () -> Fault.configuration("no run has a verdict yet: start_comparison makes one"));
  }

  private VerdictLines read(Path run) {
    return project
        .json(run.resolve(VERDICT))
        .map(json -> new VerdictLines(VerdictFile.read(run), json))
        .orElseThrow(
            () ->
                Fault.noVerdict(
                    "%s has no verdict: it still measures, was canceled, or failed; run_state shows which"
                        .formatted(run.getFileName())));
  }

  private ObjectNode explain(Arguments arguments) {
    String id = arguments.name("limit");
    Path run = judged(arguments);
    VerdictLines verdict = read(run);
    List<JsonNode> lines = verdict.of(id);
    if (lines.isEmpty()) {
      throw Fault.configuration(
          "%s has no limit '%s'%s; it has: %s"
              .formatted(
                  run.getFileName(),
                  id,
                  Suggestion.of(id, verdict.thresholds()),
                  String.join(", ", verdict.thresholds())));
    }
    ObjectNode answer = Answer.object().put("run", run.getFileName().toString());
    answer.put("limit", id);
    limits.find(id).ifPresent(text -> answer.set("in_thresholds_yml_now", text));
    Answer.list(answer, "cases", lines, MAX_CASES, VerdictTools::explained);
    return answer;
  }

  private static ObjectNode explained(JsonNode line) {
    ObjectNode answer = VerdictLines.brief(line);
    answer.remove("limit");
    Answer.copy(line, answer, "warn", "samples", "target");
    if (line.path("interval").isObject()) {
      answer.put("statistical_method", line.path("interval").path("method").asText());
    }
    JsonNode baseline = line.path("baseline");
    if (baseline.isObject()) {
      ObjectNode origin = answer.putObject("baseline");
      Answer.copy(baseline, origin, "name", "kind", "origin");
      List<String> runs = new ArrayList<>();
      baseline.path("runs").forEach(run -> runs.add(run.asText()));
      if (!runs.isEmpty()) {
        Answer.texts(origin, "runs", runs, MAX_CASES);
      }
    }
    return answer;
  }

  private ObjectNode methods(Arguments arguments) {
    Path run = judged(arguments);
    JsonNode why =
        project
            .json(run.resolve("why/why.json"))
            .orElseThrow(
                () ->
                    Fault.noVerdict(
                        "no methods were recorded in %s: only failed comparisons of JVMs are; start_comparison with why: true records all"
                            .formatted(run.getFileName())));
    List<JsonNode> cases = new ArrayList<>();
    why.path("cases").forEach(cases::add);
    arguments
        .optionalName("case")
        .ifPresent(name -> cases.removeIf(one -> !one.path("name").asText().equals(name)));
    ObjectNode answer = Answer.object().put("run", run.getFileName().toString());
    Answer.list(answer, "cases", cases, MAX_CASES, VerdictTools::methodsOf);
    return answer;
  }

  private static ObjectNode methodsOf(JsonNode recorded) {
    ObjectNode answer = Answer.object();
    answer.put("case", recorded.path("name").asText());
    answer.put("per", recorded.path("unit").asText("message"));
    Answer.copy(recorded, answer, "problem", "pairs", "samples");
    List<JsonNode> grown = new ArrayList<>();
    recorded
        .path("changes")
        .forEach(
            method -> {
              if (method.path("change").asDouble() > 0) {
                grown.add(method);
              }
            });
    Answer.list(answer, "slower_methods", grown, MAX_METHODS, VerdictTools::method);
    return answer;
  }

  private static ObjectNode method(JsonNode change) {
    ObjectNode answer = Answer.object();
    Answer.copy(
        change,
        answer,
        "method",
        "line",
        "own",
        "resource",
        "baseline",
        "candidate",
        "change",
        "low",
        "high",
        "share",
        "within");
    return answer;
  }

  private ObjectNode compare(Arguments arguments) {
    Path before = project.run(arguments.name("before"));
    Path after = project.run(arguments.name("after"));
    for (Path run : List.of(before, after)) {
      project.inside(run.resolve(RunFile.NAME));
    }
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text, true);
    int code = Command.run(new CompareCommand(), out, out, before.toString(), after.toString());
    ObjectNode answer = Answer.object().put("exit_code", code);
    answer.put(
        "meaning",
        code == 0 ? "the runs were compared" : "the runs, or a case of both, can't be compared");
    Answer.texts(
        answer, "table", text.toString().lines().map(project::relative).toList(), MAX_TABLE);
    return answer;
  }
}
