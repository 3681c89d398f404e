package io.perfline.gate.why;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * CPU samples of one process by another profiler. The file is the output of Linux {@code perf
 * script}, or contains collapsed stacks, as the profilers of many runtimes write them.
 *
 * @param stacks the stacks; at least one
 */
record StackFile(List<Stack> stacks) {

  /**
   * A sampled stack.
   *
   * @param functions the functions, beginning with the innermost
   */
  record Stack(List<String> functions, long samples) {}

  /**
   * Matches a line of a stack by {@code perf script}: address, function, and the file with its
   * code.
   */
  private static final Pattern FRAME =
      Pattern.compile("\\s+[0-9a-f]+ (.+?)(\\+0x[0-9a-f]+)? \\(((?:[^()]|\\([^()]*\\))*)\\)\\s*");

  /** Matches the first line of an event, which contains process, time and event. */
  private static final Pattern EVENT = Pattern.compile("\\S.*\\s[\\d.]+:\\s+.*\\S:.*");

  private static final Pattern COLLAPSED = Pattern.compile("(\\S.*) (\\d{1,15})");
  private static final String UNKNOWN = "[unknown]";

  /**
   * Reads a file.
   *
   * @throws Fault exit code 2 if the file has another format or contains no stack
   */
  static StackFile read(Path file) {
    List<String> lines = lines(file);
    boolean ofPerf = lines.stream().anyMatch(line -> FRAME.matcher(line).matches());
    List<Stack> stacks = ofPerf ? perfScript(file, lines) : collapsed(file, lines);
    if (stacks.stream().mapToLong(Stack::samples).sum() == 0) {
      throw Fault.configuration("%s contains no stack: %s".formatted(file, HOW));
    }
    return new StackFile(List.copyOf(stacks));
  }

  private static final String HOW =
      "write it by 'perf record -g -p PID' and 'perf script', or as collapsed stacks";

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new Fault(
          Fault.CONFIGURATION, "cannot read the stacks in %s: %s".formatted(file, e), e);
    }
  }

  private static List<Stack> perfScript(Path file, List<String> lines) {
    List<Stack> stacks = new ArrayList<>();
    List<String> functions = new ArrayList<>();
    for (int i = 0; i <= lines.size(); i++) {
      String line = i < lines.size() ? lines.get(i) : "";
      Matcher frame = FRAME.matcher(line);
      if (frame.matches()) {
        functions.add(function(frame.group(1), frame.group(3)));
      } else if (line.isBlank() || EVENT.matcher(line).matches()) {
        if (!functions.isEmpty()) {
          stacks.add(new Stack(List.copyOf(functions), 1));
          functions.clear();
        }
      } else if (!line.startsWith("#")) {
        throw unexpected(file, i, line);
      }
    }
    return stacks;
  }

  /**
   * Returns the name of a function, in which no semicolon separates it from the next one; of an
   * unknown function, the name of its file.
   */
  private static String function(String name, String code) {
    String file = code.replaceFirst(" \\(deleted\\)$", "");
    String library = file.substring(file.lastIndexOf('/') + 1).replaceFirst("[.-].*", "");
    return name.equals(UNKNOWN) && !library.isEmpty()
        ? "[" + library + "]"
        : name.replace(';', ':');
  }

  private static List<Stack> collapsed(Path file, List<String> lines) {
    List<Stack> stacks = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Matcher stack = COLLAPSED.matcher(lines.get(i));
      if (stack.matches()) {
        List<String> functions = new ArrayList<>(List.of(stack.group(1).split(";", -1)));
        Collections.reverse(functions);
        stacks.add(new Stack(List.copyOf(functions), Long.parseLong(stack.group(2))));
      } else if (!lines.get(i).isBlank() && !lines.get(i).startsWith("#")) {
        throw unexpected(file, i, lines.get(i));
      }
    }
    return stacks;
  }

  private static Fault unexpected(Path file, int index, String line) {
    String begin = line.length() <= 60 ? line : line.substring(0, 60) + " …";
    return Fault.configuration(
        "%s:%d: '%s' is neither a line of 'perf script' nor a collapsed stack: %s"
            .formatted(file, index + 1, begin.strip(), HOW));
  }
}
