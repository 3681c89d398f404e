package io.perfline.deploy.stack;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Shows what is up of the local stack. */
final class StackStatus {

  private static final String ROW = "%-11s %-16s %-8s %s";

  private final StackDirectory stack;
  private final LocalStack local;
  private final PrintWriter out;

  StackStatus(Path home, Map<String, String> environment, PrintWriter out) {
    this.stack = StackDirectory.of(home);
    this.local = new LocalStack(home, StackVariables.read(home), environment, HostedService.NONE);
    this.out = out;
  }

  /** Prints the table; whether all parts answer. */
  boolean show() throws InterruptedException {
    Set<String> names = new LinkedHashSet<>(LocalStack.FIRST);
    stack.parts().stream().filter(stack::isStarted).forEach(names::add);
    out.println(String.format(Locale.ROOT, ROW, "PART", "ADDRESS", "PID", "STATE"));
    boolean all = true;
    for (String name : names) {
      all &= show(name);
    }
    out.flush();
    return all;
  }

  private boolean show(String name) throws InterruptedException {
    if (!stack.isStarted(name)) {
      row(name, "-", "-", "down");
      return false;
    }
    if (name.equals(GrafanaPart.NAME)) {
      return grafana();
    }
    return show(name, local.part(name));
  }

  /** The verdict needs no dashboards: that Grafana isn't up is shown, and no more. */
  private boolean grafana() throws InterruptedException {
    try {
      Optional<Part> part = local.grafana();
      if (part.isPresent()) {
        show(GrafanaPart.NAME, part.get());
        return true;
      }
    } catch (IOException e) {
      throw Fault.noVerdict("cannot look for Grafana", e);
    }
    row(GrafanaPart.NAME, "-", "-", "was started, but is not found any more");
    return true;
  }

  private boolean show(String name, Part part) throws InterruptedException {
    Optional<RunningProcess> process = stack.process(name);
    if (process.isEmpty()) {
      row(name, part.address().toString(), "-", "died; its log is " + part.log());
      return false;
    }
    boolean answers = ReadinessProbe.of(part).isThere();
    String state = answers ? "up" : "does not answer; its log is " + part.log();
    row(name, part.address().toString(), String.valueOf(process.get().pid()), state);
    return answers;
  }

  private void row(String part, String address, String pid, String state) {
    out.println(String.format(Locale.ROOT, ROW, part, address, pid, state));
  }
}
