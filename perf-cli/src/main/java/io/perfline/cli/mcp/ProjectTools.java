package io.perfline.cli.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.command.Fault;
import io.perfline.core.file.Json;
import io.perfline.core.project.Project;
import io.perfline.core.project.Scenario;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.yaml.FileFault;
import io.perfline.gate.GateStage;
import io.perfline.sims.run.RunStage;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;

/** The tools that read {@code perf.yml} and {@code thresholds.yml}. */
final class ProjectTools {

  private static final int MAX_LISTED = 100;
  private static final int MAX_MISTAKES = 50;

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
    List<ObjectNode> mistakes = List.of();
    try {
      Project read = project.project();
      Path limits = project.inside(read.thresholds());
      List<CatalogueEntry> cases = RunStage.planned(read);
      new GateStage(new PrintWriter(Writer.nullWriter())).check(limits, cases, null);
    } catch (FileFault fault) {
      mistakes = fault.mistakes().stream().map(this::mistake).toList();
    } catch (Fault fault) {
      String message = Answer.text(project.relative(fault.getMessage()));
      mistakes = List.of(Answer.object().put("message", message));
    }
    ObjectNode answer = Answer.object().put("valid", mistakes.isEmpty());
    Answer.list(answer, "mistakes", mistakes, MAX_MISTAKES, mistake -> mistake);
    return answer;
  }

  private ObjectNode mistake(FileFault.Mistake mistake) {
    return Answer.object()
        .put("file", project.relative(mistake.at().file()))
        .put("line", mistake.at().line())
        .put("column", mistake.at().column())
        .put("message", Answer.text(project.relative(mistake.message())));
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
