package io.perfline.deploy.stack;

import io.perfline.core.command.Fault;
import io.perfline.core.command.OutsideText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Waits until a part answers. */
record ReadinessProbe(Part part) {

  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration PATIENCE = Duration.ofSeconds(180);

  static ReadinessProbe of(Part part) {
    return new ReadinessProbe(part);
  }

  /**
   * Returns as soon as it answers.
   *
   * @throws io.perfline.core.command.Fault (exit code 3) with the end of its log when it ended, or
   *     stayed silent for three minutes
   */
  void await(RunningProcess process) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!isThere()) {
      if (!process.isAlive()) {
        throw new StartFailure(part).fault();
      }
      if (System.nanoTime() > end) {
        throw new StartFailure(part).silent(PATIENCE.toSeconds());
      }
      Thread.sleep(POLL.toMillis());
    }
    // Something else may answer on the port of a part that could not have it.
    if (!process.isAlive()) {
      throw new StartFailure(part).fault();
    }
  }

  boolean within(Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    while (!isThere()) {
      if (System.nanoTime() > end) {
        return false;
      }
      Thread.sleep(POLL.toMillis());
    }
    return true;
  }

  /** Returns whether it answers now. */
  boolean isThere() throws InterruptedException {
    try {
      return part.answers();
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Describes a part that ended, or never answered, with the end of its log. */
  record StartFailure(Part part) {

    private static final int LINES = 8;
    private static final int REASONS = 8;
    private static final Pattern REASON =
        Pattern.compile("^(?!\\s+at ).*(\\b(ERROR|FATAL|SEVERE)\\b|Exception\\b|Error:)");

    /** It ended before it answered. */
    Fault fault() {
      return Fault.noVerdict(
          "%s ended before it answered on %s; %s".formatted(part.name(), part.address(), log()));
    }

    /** It is alive, but didn't answer in time. */
    Fault silent(long seconds) {
      return Fault.noVerdict(
          "%s did not answer on %s within %d s; %s"
              .formatted(part.name(), part.address(), seconds, log()));
    }

    private String log() {
      try {
        List<String> lines =
            new String(Files.readAllBytes(part.log()), StandardCharsets.UTF_8).lines().toList();
        if (lines.isEmpty()) {
          return "its log %s is empty".formatted(part.log());
        }
        // Servers that shut down in good order say the reason long before the end.
        List<String> reasons = lines.stream().filter(REASON.asPredicate()).limit(REASONS).toList();
        return "its log %s ends with:%s".formatted(part.log(), indented(reasons))
            + "%nand ends with:".formatted()
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
