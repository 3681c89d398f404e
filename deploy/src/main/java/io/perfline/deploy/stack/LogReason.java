package io.perfline.deploy.stack;

import io.perfline.core.command.OutsideText;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds in a service's log the one line that contains the reason of its failure. */
final class LogReason {

  private static final int LONGEST = 300;

  private static final String CAUSE = "Caused by: ";

  /** Matches the first line of an exception without a cause, or a message about a failure. */
  private static final Pattern FAILURE =
      Pattern.compile(
          "^(Exception in thread \\S+ )?[\\w.$]+(Exception|Error)(:"
              + " .*)?$|.*\\b(SEVERE|ERROR|FATAL)\\b.*");

  /** Matches lines within a stack trace, such as "... 42 common frames omitted". */
  private static final Pattern FRAME = Pattern.compile("(at |\\.\\.\\. \\d+ )\\S.*");

  private LogReason() {}

  /**
   * Returns the last cause of the last exception; without any, the last line about a failure, or
   * otherwise the last line. Empty if the log is.
   */
  static Optional<String> of(String log) {
    List<String> lines =
        log.lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !FRAME.matcher(line).matches())
            .toList();
    return last(lines.stream().filter(line -> line.startsWith(CAUSE)).toList())
        .map(line -> line.substring(CAUSE.length()))
        .or(() -> last(lines.stream().filter(FAILURE.asMatchPredicate()).toList()))
        .or(() -> last(lines))
        .map(line -> OutsideText.line(line, LONGEST));
  }

  private static Optional<String> last(List<String> lines) {
    return lines.isEmpty() ? Optional.empty() : Optional.of(lines.get(lines.size() - 1));
  }
}
