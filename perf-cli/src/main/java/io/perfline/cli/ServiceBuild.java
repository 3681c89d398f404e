package io.perfline.cli;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Builds a team's own service: what is here, and another commit in a clone of its own, which is
 * kept by commit.
 *
 * @param command of the shell; null when nothing is built
 * @param home the project's folder
 */
record ServiceBuild(String command, Path home) {

  /** What a shell tells of a command that was ended by a signal is that and the signal's number. */
  private static final int SIGNAL = 128;

  /** Builds what is here. */
  int here() {
    return command == null ? 0 : exitCode(home, List.of("sh", "-c", command));
  }

  /**
   * Has another commit built, once.
   *
   * @return the project's folder in its clone
   * @throws Fault exit code 3 when it doesn't build
   * @throws InterruptedException when its build was ended, which says nothing of the commit
   */
  Path of(String commit) throws InterruptedException {
    Path clone = home.resolve(".perf/baselines").resolve(commit);
    Path built = clone.resolveSibling(commit + ".built");
    try {
      Path root = Path.of(said(List.of("git", "rev-parse", "--show-toplevel")));
      String prefix = said(List.of("git", "rev-parse", "--show-prefix"));
      if (!Files.exists(built)) {
        Files.createDirectories(clone.getParent());
        if (!Files.exists(clone)) {
          must(home, "git", "clone", "-q", "--shared", "--no-checkout", "" + root, "" + clone);
        }
        must(clone, "git", "checkout", "-q", "--force", "--detach", commit);
        if (command != null) {
          must(clone.resolve(prefix), "sh", "-c", command);
        }
        Files.createFile(built);
      }
      KeptBuilds.use(built);
      return clone.resolve(prefix);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot build commit %s in %s: %s".formatted(commit, clone, e), e);
    }
  }

  private static void must(Path folder, String... words) throws InterruptedException {
    int code = exitCode(folder, List.of(words));
    checkNotEnded(code, words);
    if (code != 0) {
      throw Fault.noVerdict(
          "'%s' failed in %s: its message is above".formatted(String.join(" ", words), folder));
    }
  }

  /**
   * @param code with which a command ended
   * @throws InterruptedException when a signal ended it
   */
  static void checkNotEnded(int code, String... words) throws InterruptedException {
    if (code > SIGNAL) {
      throw new InterruptedException(
          "'%s' was ended by signal %d".formatted(String.join(" ", words), code - SIGNAL));
    }
  }

  private String said(List<String> words) throws IOException {
    Process git = new ProcessBuilder(words).directory(home.toFile()).start();
    git.getOutputStream().close();
    return new String(git.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
        .strip();
  }

  private static int exitCode(Path folder, List<String> words) {
    Process process = null;
    try {
      process = new ProcessBuilder(words).directory(folder.toFile()).inheritIO().start();
      return process.waitFor();
    } catch (IOException e) {
      throw Fault.noVerdict("cannot start '%s': %s".formatted(String.join(" ", words), e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Fault.noVerdict("interrupted while it was built", e);
    } finally {
      if (process != null && process.isAlive()) {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
      }
    }
  }
}
