package io.perfline.deploy.server;

import io.perfline.core.command.Fault;
import io.perfline.core.command.OutsideText;
import io.perfline.deploy.process.LogExcerpt;
import io.perfline.deploy.process.RunningProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Waits until a part answers. */
public record ReadinessProbe(Part part) {

  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration TIMEOUT = Duration.ofSeconds(180);

  public static ReadinessProbe of(Part part) {
    return new ReadinessProbe(part);
  }

  /**
   * Waits until the part answers.
   *
   * @throws io.perfline.core.command.Fault (exit code 3) with the end of the part's log if the
   *     process has ended, or does not answer within three minutes
   */
  public void await(RunningProcess process) throws InterruptedException {
    long end = System.nanoTime() + TIMEOUT.toNanos();
    while (!isReady()) {
      if (!process.isAlive()) {
        throw new StartFailure(part).fault();
      }
      if (System.nanoTime() > end) {
        throw new StartFailure(part).silent(TIMEOUT.toSeconds());
      }
      Thread.sleep(POLL.toMillis());
    }
    // If another process has taken the part's port, that process may have answered.
    if (!process.isAlive()) {
      throw new StartFailure(part).fault();
    }
  }

  public boolean within(Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    while (!isReady()) {
      if (System.nanoTime() > end) {
        return false;
      }
      Thread.sleep(POLL.toMillis());
    }
    return true;
  }

  /** Returns whether the part answers now. */
  public boolean isReady() throws InterruptedException {
    try {
      return part.answers();
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Describes a part that ended or did not answer in time, with the end of its log. */
  record StartFailure(Part part) {

    private static final int LINES = 8;
    private static final int LOG_BYTES = 1 << 22;
    private static final int REASONS = 8;
    private static final Pattern REASON =
        Pattern.compile("^(?!\\s+at ).*(\\b(ERROR|FATAL|SEVERE)\\b|Exception\\b|Error:)");

    /** Returns the fault of a part that ended before it answered. */
    Fault fault() {
      return Fault.noVerdict(
          "%s ended before it answered on %s; %s".formatted(part.name(), part.address(), log()));
    }

    /** Returns the fault of a part that is alive but did not answer in time. */
    Fault silent(long seconds) {
      return Fault.noVerdict(
          "%s did not answer on %s within %d s; %s"
              .formatted(part.name(), part.address(), seconds, log()));
    }

    private String log() {
      try {
        List<String> lines = LogExcerpt.end(part.log(), 0, LOG_BYTES).lines().toList();
        if (lines.isEmpty()) {
          return "its log %s is empty".formatted(part.log());
        }
        // A server that shuts down cleanly logs the reason long before the last lines.
        List<String> reasons = lines.stream().filter(REASON.asPredicate()).limit(REASONS).toList();
        String errors = reasons.isEmpty() ? "" : " contains:%s%nand".formatted(indented(reasons));
        return "its log %s%s ends with:".formatted(part.log(), errors)
            + indented(lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
      } catch (IOException e) {
        return "its log %s can't be read: %s".formatted(part.log(), e);
      }
    }

    private static String indented(List<String> lines) {
      return lines.stream()
          .map(line -> System.lineSeparator() + "  " + OutsideText.visible(line))
          .collect(Collectors.joining());
    }
  }
}
