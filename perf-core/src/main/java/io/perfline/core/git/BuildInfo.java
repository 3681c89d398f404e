package io.perfline.core.git;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The build that is measured, according to the CI server, or otherwise to git.
 *
 * @param number the CI server's build number, or {@code local}
 * @param commit 40 hexadecimal digits, followed by {@code -dirty} if the work tree had changes
 */
public record BuildInfo(String number, String branch, String commit) {

  private static final String UNKNOWN = "unknown";
  private static final String NONE = "0".repeat(40);

  /**
   * @param home the root of the checkout
   * @param environment the process environment: {@code BUILD_NUMBER}, {@code BRANCH_NAME} or {@code
   *     GIT_BRANCH} and, outside a checkout, {@code GIT_COMMIT}
   */
  public static BuildInfo of(Path home, Map<String, String> environment) {
    Checkout checkout = new Checkout(home);
    String commit =
        checkout.commit("HEAD").or(() -> given(environment, "GIT_COMMIT")).orElse(UNKNOWN);
    boolean dirty = checkout.hasChanges() && !commit.equals(UNKNOWN);
    return new BuildInfo(
        given(environment, "BUILD_NUMBER").orElse("local"),
        branch(checkout, environment),
        dirty ? commit + "-dirty" : commit);
  }

  /**
   * Returns the build of a project that may be outside a checkout, whose commit then consists of
   * zeros.
   */
  public static BuildInfo ofProject(Path home, Map<String, String> environment) {
    BuildInfo buildInfo = of(home, environment);
    return buildInfo.commit().equals(UNKNOWN)
        ? new BuildInfo(buildInfo.number(), buildInfo.branch(), NONE)
        : buildInfo;
  }

  /**
   * Returns the branch without its remote. For a detached head it is the branch that points to it,
   * or otherwise its tag.
   */
  private static String branch(Checkout checkout, Map<String, String> environment) {
    return given(environment, "BRANCH_NAME")
        .or(() -> given(environment, "GIT_BRANCH").filter(name -> !name.endsWith("detached")))
        .map(Checkout::withoutRemote)
        .or(checkout::branch)
        .or(checkout::branchAtHead)
        .or(checkout::tag)
        .orElse(UNKNOWN);
  }

  private static Optional<String> given(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
  }

  /** Returns the first digits of the commit. */
  public String shortCommit() {
    return CommitId.shortened(commit);
  }
}
