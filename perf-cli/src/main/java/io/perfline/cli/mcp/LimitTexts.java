package io.perfline.cli.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.command.Fault;
import io.perfline.core.project.Project;
import io.perfline.core.yaml.SourcePosition;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The limits as they are written in the project's {@code thresholds.yml}. */
record LimitTexts(ProjectFolder project) {

  private static final int MAX_LINES = 30;

  /** Returns each limit's position and text, by its id, in the order of the file. */
  Map<String, ObjectNode> all(Project described) {
    Path file = project.inside(described.thresholds());
    Thresholds limits = ThresholdsFile.read(file);
    Map<String, SourcePosition> positions = new LinkedHashMap<>();
    limits.thresholds().forEach(limit -> positions.put(limit.id(), limit.position()));
    limits.capacity().forEach(goal -> positions.put(goal.id(), goal.position()));
    try {
      List<String> lines = Files.readAllLines(file);
      Map<String, ObjectNode> texts = new LinkedHashMap<>();
      positions.forEach((id, position) -> texts.put(id, text(id, position, lines)));
      return texts;
    } catch (IOException e) {
      throw new Fault(Fault.CONFIGURATION, "cannot read %s: %s".formatted(file, e), e);
    }
  }

  /** Returns one limit; empty if the file no longer defines it, or can't be read. */
  Optional<ObjectNode> find(String id) {
    try {
      return Optional.ofNullable(all(project.project()).get(id));
    } catch (Fault changedSince) {
      return Optional.empty();
    }
  }

  private ObjectNode text(String id, SourcePosition at, List<String> lines) {
    String entry =
        lines.stream()
            .skip(at.line())
            .limit(MAX_LINES)
            .takeWhile(line -> line.length() - line.stripLeading().length() >= at.column() - 1)
            .map(String::strip)
            .collect(Collectors.joining("\n"));
    String first = lines.get(at.line() - 1).substring(at.column() - 1).strip();
    return Answer.object()
        .put("limit", id)
        .put("at", project.relative(at.toString()))
        .put("text", Answer.text(entry.isEmpty() ? first : first + "\n" + entry));
  }
}
