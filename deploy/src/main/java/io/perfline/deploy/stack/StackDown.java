package io.perfline.deploy.stack;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Takes the local stack down: ends exactly the processes that {@code up} started. */
final class StackDown {

  /** How long a server may take to stop in order before it is killed. */
  private static final Duration GRACE = Duration.ofSeconds(30);

  private final StackDirectory stack;
  private final PrintWriter out;

  StackDown(StackDirectory stack, PrintWriter out) {
    this.stack = stack;
    this.out = out;
  }

  void down() throws InterruptedException {
    List<String> parts = stack.parts().stream().filter(stack::isStarted).toList();
    if (parts.isEmpty()) {
      out.println("nothing is up");
    }
    try {
      // A recorder whose stores have gone waits for them: Tomcat has ended before they are asked.
      end(parts.stream().filter(TomcatPart.NAME::equals).toList());
      end(parts.stream().filter(part -> !part.equals(TomcatPart.NAME)).toList());
      StackVariables.delete(stack);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot delete the data of the stack in " + stack.path(), e);
    }
  }

  private void end(List<String> parts) throws IOException, InterruptedException {
    long start = System.nanoTime();
    Map<String, Optional<RunningProcess>> processes = new LinkedHashMap<>();
    parts.forEach(part -> processes.put(part, stack.process(part)));
    // Each is asked before the first is waited for.
    processes.values().forEach(process -> process.ifPresent(RunningProcess::ask));
    for (var part : processes.entrySet()) {
      String how = "had died";
      if (part.getValue().isPresent()) {
        how = await(part.getValue().get(), start);
      }
      stack.ended(part.getKey());
      stack.deleteData(part.getKey());
      out.println(String.format(Locale.ROOT, "%-11s %s", part.getKey(), how));
      out.flush();
    }
  }

  private static String await(RunningProcess process, long start) throws InterruptedException {
    Duration left = GRACE.minusNanos(System.nanoTime() - start);
    boolean killed = process.awaitEnd(left.isNegative() ? Duration.ZERO : left);
    double seconds = (System.nanoTime() - start) / 1e9;
    return String.format(
        Locale.ROOT,
        "pid %-7d %s within %.1f s",
        process.pid(),
        killed ? "killed" : "ended",
        seconds);
  }
}
