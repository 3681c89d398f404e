package io.perfline.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The processes of a checkout's local stack, as {@code ./perf stack status} tells them. */
final class Stack {

  private static final Pattern ROW =
      Pattern.compile("(?m)^\\s*(\\w[\\w-]*)\\s+\\S*127\\.0\\.0\\.\\d+:\\d+\\S*\\s+(\\d+)\\s");

  private Stack() {}

  static List<ProcessHandle> processes(Checkout checkout) {
    return ROW.matcher(checkout.perf("stack", "status").text())
        .results()
        .map(row -> ProcessHandle.of(Long.parseLong(row.group(2))))
        .flatMap(Optional::stream)
        .toList();
  }

  /** Whether a process runs; one that has ended and that nobody has reaped yet does not. */
  static boolean isAlive(ProcessHandle process) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
      return !stat.substring(stat.lastIndexOf(')') + 2).startsWith("Z");
    } catch (IOException gone) {
      return process.isAlive();
    }
  }

  /** Ends one part at once, as an out-of-memory killer would. */
  static void kill(Checkout checkout, String part) {
    kill(process(checkout, part));
  }

  /** Ends a process at once, and returns when it is gone. */
  static void kill(ProcessHandle process) {
    process.destroyForcibly();
    process.onExit().join();
  }

  /** The process of one part. Finding it takes a while, in which a short load may end. */
  static ProcessHandle process(Checkout checkout, String part) {
    String status = checkout.perf("stack", "status").text();
    Matcher row = ROW.matcher(status);
    while (row.find()) {
      if (row.group(1).equals(part)) {
        return ProcessHandle.of(Long.parseLong(row.group(2)))
            .orElseThrow(() -> new AssertionError(part + " doesn't run:\n" + status));
      }
    }
    throw new AssertionError("no part " + part + " in:\n" + status);
  }
}
