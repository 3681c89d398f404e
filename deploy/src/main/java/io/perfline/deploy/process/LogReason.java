package io.perfline.deploy.process;

import io.perfline.core.command.OutsideText;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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

  /** Matches messages of levels that report no failure. */
  private static final Pattern NO_FAILURE =
      Pattern.compile("(.*\\s)?\\[?(INFO|CONFIG|DEBUG|TRACE|FINE|FINER|FINEST)\\b.*");

  private LogReason() {}

  /**
   * Returns the last cause of the last exception; without any, the last line about a failure, or
   * otherwise the last line unless its level is that of no failure. Empty if there is none.
   */
  static Optional<String> of(String log) {
    List<String> lines = log.lines().map(String::strip).filter(LogReason::isText).toList();
    return cause(lines)
        .map(line -> line.substring(CAUSE.length()))
        .or(() -> last(lines.stream().filter(FAILURE.asMatchPredicate()).toList()))
        .or(() -> last(lines).filter(line -> !NO_FAILURE.matcher(line).matches()))
        .map(line -> OutsideText.line(line, LONGEST));
  }

  /**
   * Returns the last lines of a log without the frames of stack traces. If the last cause of an
   * exception is not among them, it precedes them.
   */
  static List<String> end(String log, int count) {
    List<String> lines = log.lines().filter(line -> isText(line.strip())).toList();
    List<String> last = lines.subList(Math.max(0, lines.size() - count), lines.size());
    return cause(lines.stream().map(String::strip).toList())
        .filter(cause -> last.stream().noneMatch(line -> line.strip().equals(cause)))
        .map(cause -> Stream.concat(Stream.of(cause), last.stream()).toList())
        .orElse(last);
  }

  private static boolean isText(String line) {
    return !line.isEmpty() && !FRAME.matcher(line).matches();
  }

  private static Optional<String> cause(List<String> lines) {
    return last(lines.stream().filter(line -> line.startsWith(CAUSE)).toList());
  }

  private static Optional<String> last(List<String> lines) {
    return lines.isEmpty() ? Optional.empty() : Optional.of(lines.get(lines.size() - 1));
  }
}
