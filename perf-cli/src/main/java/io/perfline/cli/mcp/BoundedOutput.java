package io.perfline.cli.mcp;

import io.perfline.core.command.OutsideText;
import io.perfline.core.command.StepLine;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last lines of a command's output, and the step that it printed last. */
final class BoundedOutput {

  private static final int MAX_LINES = 400;
  private static final int MAX_LINE = 500;

  private final Deque<String> lines = new ArrayDeque<>();
  private String step;

  /** Adds a line, unless it is blank. */
  synchronized void add(String line) {
    if (line.isBlank()) {
      return;
    }
    step = StepLine.step(line).orElse(step);
    lines.addLast(OutsideText.cut(OutsideText.visible(line.stripTrailing()), MAX_LINE));
    if (lines.size() > MAX_LINES) {
      lines.removeFirst();
    }
  }

  /** Returns the name of the last step; null before the first. */
  synchronized String step() {
    return step;
  }

  /** Returns the last lines, at most {@code max}. */
  synchronized List<String> last(int max) {
    return List.copyOf(lines).subList(Math.max(0, lines.size() - max), lines.size());
  }
}
