package io.perfline.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The processes of a checkout's local stack, as listed by {@code ./perfline stack status}. */
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

  /** Returns whether a process runs; a zombie does not. */
  static boolean isAlive(ProcessHandle process) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
      return !stat.substring(stat.lastIndexOf(')') + 2).startsWith("Z");
    } catch (IOException gone) {
      return process.isAlive();
    }
  }

  /** Kills one part, as an out-of-memory killer would. */
  static void kill(Checkout checkout, String part) {
    kill(process(checkout, part));
  }

  /** Kills a process and waits for its end. */
  static void kill(ProcessHandle process) {
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Returns the process of one part. This takes long enough for a short load to end. */
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
