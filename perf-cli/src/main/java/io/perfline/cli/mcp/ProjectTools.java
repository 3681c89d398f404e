package io.perfline.cli.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.command.Fault;
import io.perfline.core.file.Json;
import io.perfline.core.project.Project;
import io.perfline.core.project.Scenario;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.gate.GateStage;
import io.perfline.sims.run.RunStage;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tools that read {@code perf.yml} and {@code thresholds.yml}. */
final class ProjectTools {

  private static final int MAX_LISTED = 100;
  private static final int MAX_MISTAKES = 50;
  private static final Pattern AT = Pattern.compile("(.+?):(\\d+):(\\d+): (.*)");

  private final ProjectFolder project;
  private final LimitTexts limits;

  ProjectTools(ProjectFolder project) {
    this.project = project;
    limits = new LimitTexts(project);
  }

  List<Tool> tools() {
    return List.of(
        Tool.reading(
            "check_files",
            "Checks perf.yml and thresholds.yml without starting anything, and returns all mistakes"
                + " with file, line and column. Call it after each change of these files.",
            arguments -> check()),
        Tool.reading(
            "list_cases_and_limits",
            "Returns the cases that perf.yml defines, with the profiles that contain them, the"
                + " scenarios that try_scenario can run, and the limits of thresholds.yml.",
            arguments -> list()));
  }

  private ObjectNode check() {
    List<ObjectNode> mistakes = new ArrayList<>();
    try {
      Project read = project.project();
      Path limits = project.inside(read.thresholds());
      List<CatalogueEntry> cases = RunStage.planned(read);
      new GateStage(new PrintWriter(Writer.nullWriter())).check(limits, cases, null);
    } catch (Fault fault) {
      mistakes.addAll(mistakes(project.relative(fault.getMessage())));
    }
    ObjectNode answer = Answer.object().put("valid", mistakes.isEmpty());
    Answer.list(answer, "mistakes", mistakes, MAX_MISTAKES, mistake -> mistake);
    return answer;
  }

  /** Returns each mistake of a message, with its position if the message contains it. */
  static List<ObjectNode> mistakes(String message) {
    List<ObjectNode> found = new ArrayList<>();
    for (String line : message.lines().toList()) {
      Matcher at = AT.matcher(line);
      if (at.matches()) {
        found.add(
            Answer.object()
                .put("file", at.group(1))
                .put("line", Integer.parseInt(at.group(2)))
                .put("column", Integer.parseInt(at.group(3)))
                .put("message", Answer.text(at.group(4))));
      } else if (!line.matches("\\d+ faults in .*")) {
        found.add(Answer.object().put("message", Answer.text(line)));
      }
    }
    return found;
  }

  private ObjectNode list() {
    Project read = project.project();
    ObjectNode answer = Answer.object();
    Answer.list(
        answer, "cases", RunStage.planned(read), MAX_LISTED, each -> Json.MAPPER.valueToTree(each));
    Answer.texts(answer, "scenarios", List.copyOf(read.loads(Scenario.class).keySet()), MAX_LISTED);
    Answer.list(answer, "limits", limits.all(read).values(), MAX_LISTED, text -> text);
    return answer;
  }
}
