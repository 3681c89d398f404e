package io.perfline.sims.run;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The servers that run on the generator's machine: those of the local stack. */
final class LocalServers {

  /** A process as the stack notes it: its id, and when it was started. */
  private static final Pattern PROCESS = Pattern.compile("(\\d{1,18}) \\d{1,18}\\s*");

  private LocalServers() {}

  /**
   * Their processes, by the parts' names; none when the stack is down.
   *
   * @param home root of the checkout
   */
  static Map<String, ProcessHandle> of(Path home) {
    Path stack = home.resolve(".perf/stack");
    Map<String, ProcessHandle> servers = new TreeMap<>();
    if (!Files.isDirectory(stack)) {
      return servers;
    }
    try (Stream<Path> parts = Files.list(stack)) {
      for (Path part : parts.toList()) {
        Path process = part.resolve("process");
        Matcher noted = PROCESS.matcher(Files.exists(process) ? Files.readString(process) : "");
        if (noted.matches()) {
          ProcessHandle.of(Long.parseLong(noted.group(1)))
              .ifPresent(handle -> servers.put(part.getFileName().toString(), handle));
        }
      }
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read which servers run in " + stack + ": " + e, e);
    }
    return servers;
  }
}
