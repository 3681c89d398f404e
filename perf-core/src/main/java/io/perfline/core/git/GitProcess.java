package io.perfline.core.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs git in a folder. Its messages are in English, and it asks nobody for a password.
 *
 * @param folder a folder of a work tree
 */
public record GitProcess(Path folder) {

  /**
   * The end of a process.
   *
   * @param code its exit code; -1 if git is missing or the wait was interrupted
   */
  record Ended(int code, String output) {

    /** Returns the first error in git's messages, without a login in an address. */
    String reason() {
      List<String> lines = output.lines().map(String::strip).filter(l -> !l.isEmpty()).toList();
      return lines.stream()
          .filter(line -> line.matches("(fatal|error|remote):.*"))
          .findFirst()
          .or(() -> lines.stream().reduce((first, last) -> last))
          .orElse("git failed with exit code " + code)
          .replaceAll("://[^/@\\s]+@", "://");
    }
  }

  /** Returns what git prints, without its messages; empty if it is missing. */
  public String output(String... arguments) {
    return run("", false, arguments).output().strip();
  }

  /**
   * Runs git to its end.
   *
   * @param input what it reads
   * @param messages whether the output contains its messages
   */
  Ended run(String input, boolean messages, String... arguments) {
    ProcessBuilder builder =
        new ProcessBuilder(
            Stream.concat(
                    Stream.of("git", "-c", "core.quotePath=false", "-C", folder.toString()),
                    Arrays.stream(arguments))
                .toList());
    builder.environment().put("LC_ALL", "C");
    builder.environment().put("GIT_TERMINAL_PROMPT", "0");
    builder.redirectError(ProcessBuilder.Redirect.DISCARD).redirectErrorStream(messages);
    try {
      Process git = builder.start();
      try (var to = git.getOutputStream()) {
        to.write(input.getBytes(StandardCharsets.US_ASCII));
      } catch (IOException ended) {
        // Its output gives the reason.
      }
      String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Ended(git.waitFor(), output);
    } catch (IOException e) {
      return new Ended(-1, messages ? e.getMessage() : "");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Ended(-1, messages ? "interrupted" : "");
    }
  }
}
