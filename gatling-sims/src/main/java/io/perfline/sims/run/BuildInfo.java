package io.perfline.sims.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The build that is measured: as the CI server says, else as git does.
 *
 * @param number the CI server's number, or {@code local}
 * @param branch the branch
 * @param commit 40 hexadecimal digits, {@code -dirty} behind them when the work tree held changes
 */
record BuildInfo(String number, String branch, String commit) {

  private static final int SHORT = 7;
  private static final String UNKNOWN = "unknown";

  /**
   * @param home root of the checkout
   * @param environment the process environment: {@code BUILD_NUMBER}, {@code BRANCH_NAME} or {@code
   *     GIT_BRANCH}, {@code GIT_COMMIT}
   */
  static BuildInfo of(Path home, Map<String, String> environment) throws InterruptedException {
    String branch =
        first(
            environment.get("BRANCH_NAME"),
            environment.get("GIT_BRANCH"),
            git(home, "rev-parse", "--abbrev-ref", "HEAD"));
    String commit = first(environment.get("GIT_COMMIT"), git(home, "rev-parse", "HEAD"));
    String changes = git(home, "status", "--porcelain", "--untracked-files=no");
    boolean dirty = changes != null && !changes.isEmpty();
    return new BuildInfo(
        Optional.ofNullable(environment.get("BUILD_NUMBER")).orElse("local"),
        branch,
        dirty && !commit.equals(UNKNOWN) ? commit + "-dirty" : commit);
  }

  /** The commit's first digits. */
  String shortCommit() {
    return commit.substring(0, Math.min(SHORT, commit.length()));
  }

  private static String first(String... candidates) {
    return Stream.of(candidates).filter(c -> c != null && !c.isEmpty()).findFirst().orElse(UNKNOWN);
  }

  /** What git says; null when there is no git or no checkout. */
  private static String git(Path home, String... arguments) throws InterruptedException {
    List<String> command =
        Stream.concat(Stream.of("git", "-C", home.toString()), Stream.of(arguments)).toList();
    try {
      Process git =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      git.getOutputStream().close();
      String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return git.waitFor(10, TimeUnit.SECONDS) && git.exitValue() == 0 ? said : null;
    } catch (IOException noGit) {
      return null;
    }
  }
}
