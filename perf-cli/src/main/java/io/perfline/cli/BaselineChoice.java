package io.perfline.cli;

import io.perfline.core.command.Fault;
import io.perfline.core.git.Checkout;
import io.perfline.core.git.CommitId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a build is compared with.
 *
 * @param name as the user knows it: a ref, a file, or how it was found; null for nothing
 * @param commit its 40 digits; null for a WAR that was given, and for nothing
 * @param war a WAR that was given; null when one must be built
 * @param problem why there is nothing to compare with; null when there is, or nothing was wanted
 */
public record BaselineChoice(String name, String commit, Path war, String problem) {

  /** What the command line says for no comparison. */
  public static final String NONE = "none";

  private static final String UNKNOWN =
      "--against %s: no file, commit, branch or tag has this name here; 'git fetch --tags' gets"
          + " those of the remote repository, '%s' measures without a comparison";

  /** How many files with uncommitted changes are named. */
  private static final int CHANGES = 3;

  /** How git's dates name the age of what is compared with where no release is. */
  private static final String WEEK = "7.days.ago";

  /** What Jenkins, GitHub and GitLab call the branch that a change request is for. */
  private static final List<String> TARGETS =
      List.of("CHANGE_TARGET", "GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME");

  /** What the template for GitHub, and GitLab itself, call the commit before the push. */
  private static final List<String> BEFORE = List.of("PERFLINE_BEFORE", "CI_COMMIT_BEFORE_SHA");

  /** Returns true when there is something to compare with. */
  public boolean exists() {
    return commit != null || war != null;
  }

  /**
   * What the user asked for.
   *
   * @param against a commit, branch or tag, the file of a WAR, or {@value #NONE}
   * @throws Fault exit code 2 when it is none of them
   */
  public static BaselineChoice asked(Checkout checkout, String against) {
    if (against.equals(NONE)) {
      return new BaselineChoice(null, null, null, null);
    }
    Path file = Path.of(against);
    if (Files.isRegularFile(file)) {
      return new BaselineChoice(against, null, file, null);
    }
    return checkout
        .commit(against)
        .map(commit -> new BaselineChoice(against, commit, null, null))
        .orElseThrow(() -> Fault.configuration(UNKNOWN.formatted(against, NONE)));
  }

  /**
   * What a build is compared with when nobody says: with uncommitted changes {@code HEAD}, except
   * in CI, where a commit is what is measured; on a branch the commit at which it left the target
   * of its change request, else the upstream's default branch, on that branch the commit before the
   * push, else the parent.
   *
   * @param environment the process environment, in which CI names the target
   */
  public static BaselineChoice found(Checkout checkout, Map<String, String> environment) {
    Optional<String> head = checkout.commit("HEAD");
    if (head.isEmpty()) {
      return none("this is not a git checkout with a commit");
    }
    List<String> changes = checkout.changes();
    if (!changes.isEmpty() && environment.getOrDefault("CI", "").isEmpty()) {
      return of(
          "HEAD, without the uncommitted changes in " + Texts.list(changes, CHANGES), head.get());
    }
    Optional<String> target =
        TARGETS.stream()
            .map(name -> environment.getOrDefault(name, ""))
            .filter(name -> !name.isEmpty())
            .map(name -> "origin/" + name)
            .findFirst();
    if (target.isPresent() && checkout.commit(target.get()).isEmpty()) {
      return none("the change request's target %s is not here".formatted(target.get()));
    }
    Optional<String> upstream = target.or(checkout::defaultBranch);
    if (upstream.isPresent() && !isOn(checkout, upstream.get())) {
      Optional<String> left = checkout.mergeBase("HEAD", upstream.get());
      if (left.isPresent() && !left.get().equals(head.get())) {
        return of("the commit at which this branch left " + upstream.get(), left.get());
      }
      if (left.isEmpty()) {
        return none(
            checkout.isShallow()
                ? "the commit at which this branch left %s is not here: 'git fetch --unshallow' gets it"
                    .formatted(upstream.get())
                : "this branch shares no commit with " + upstream.get());
      }
    }
    return beforePush(checkout, head.get(), environment)
        .map(before -> of("the commit before the push", before))
        .or(() -> checkout.commit("HEAD^").map(parent -> of("the parent commit", parent)))
        .orElseGet(
            () ->
                none(
                    checkout.isShallow()
                        ? "the parent commit is not here: 'git fetch --deepen=1' gets it"
                        : "this commit has no parent"));
  }

  /**
   * The last release: the newest tag in the history of the parent, otherwise the newest commit that
   * is at least a week old.
   */
  static BaselineChoice lastRelease(Checkout checkout) {
    Optional<String> tag = checkout.lastTag("HEAD^");
    if (tag.isPresent()) {
      return of("the last release " + tag.get(), checkout.commit(tag.get()).orElseThrow());
    }
    return checkout
        .newestBefore("HEAD^", WEEK)
        .map(commit -> of("the newest commit that is at least a week old", commit))
        .orElseGet(() -> none("there is neither a release tag nor a commit at least a week old"));
  }

  /** Commits that were pushed at once are judged as one, or only the newest would be compared. */
  private static Optional<String> beforePush(
      Checkout checkout, String head, Map<String, String> environment) {
    return BEFORE.stream()
        .map(name -> environment.getOrDefault(name, ""))
        .filter(commit -> !commit.isEmpty() && !commit.matches("0+"))
        .findFirst()
        .flatMap(before -> checkout.mergeBase(head, before))
        .filter(before -> !before.equals(head));
  }

  private static boolean isOn(Checkout checkout, String upstream) {
    return checkout.branch().filter(Checkout.withoutRemote(upstream)::equals).isPresent();
  }

  /**
   * Another commit in its place.
   *
   * @param back how many commits before the one that was chosen
   * @param skipped why those between can't be compared with, where that was tried
   */
  BaselineChoice instead(String other, int back, List<String> skipped) {
    return back == 0
        ? this
        : new BaselineChoice(
            "the newest ancestor that may be compared with, %d before %s%s"
                .formatted(
                    back, name, skipped.isEmpty() ? "" : " (" + String.join(", ", skipped) + ")"),
            other,
            null,
            null);
  }

  /** The newest commit that a build of the CI server let through. */
  static BaselineChoice ofBuild(String number, String commit) {
    return new BaselineChoice("the last good commit of build #" + number, commit, null, null);
  }

  /** The same choice, of which it turned out that it can't be compared with. */
  public BaselineChoice unusable(String why) {
    return new BaselineChoice(name, null, null, why);
  }

  /** For a line of text: the name and the commit's first digits. */
  public String told() {
    return commit == null ? name : "%s (%s)".formatted(name, CommitId.shortened(commit));
  }

  private static BaselineChoice of(String name, String commit) {
    return new BaselineChoice(name, commit, null, null);
  }

  private static BaselineChoice none(String why) {
    return new BaselineChoice(null, null, null, why);
  }
}
