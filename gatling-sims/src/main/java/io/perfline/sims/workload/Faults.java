package io.perfline.sims.workload;

import io.perfline.deploy.command.Fault;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.error.Mark;

/** Everything that is wrong with some files, each with its place, told at once. */
final class Faults {

  private final List<String> found = new ArrayList<>();

  void add(Path file, Mark place, String what) {
    int line = place == null ? 1 : place.getLine() + 1;
    found.add("%s:%d: %s".formatted(file, line, what));
  }

  /**
   * Ends reading when anything was wrong.
   *
   * @throws Fault with exit code 2 that holds all of it
   */
  void check() {
    if (!found.isEmpty()) {
      throw Fault.configuration(String.join(System.lineSeparator(), found));
    }
  }
}
