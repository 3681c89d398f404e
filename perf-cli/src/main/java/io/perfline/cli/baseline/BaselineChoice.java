package io.perfline.cli.baseline;

import io.perfline.cli.build.Texts;
import io.perfline.core.command.Fault;
import io.perfline.core.git.Checkout;
import io.perfline.core.git.OriginRepository;
import io.perfline.core.project.Project;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.RunBaseline;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Chooses the build to compare with: a commit or a WAR, with its name for users, or the reason why
 * there is none.
 */
public final class BaselineChoice {

  /** Value of the option {@code --against} that disables the comparison. */
  public static final String NONE = "none";

  private static final String UNKNOWN =
      "--against %s: no file, commit, branch or tag has this name here; 'git fetch --tags' gets"
          + " those of the remote repository, '%s' measures without a comparison";

  private static final String REMOTE = "origin/";

  /** The maximum number of files with uncommitted changes to name. */
  private static final int CHANGES = 3;

  /** Minimum age, in git's notation, of the commit to compare with if there is no release. */
  private static final String WEEK = "7.days.ago";

  /** Variables in which Jenkins, GitHub and GitLab name the target branch of a change request. */
  private static final List<String> TARGETS =
      List.of("CHANGE_TARGET", "GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME");

  /** The variables of GitHub's template and of GitLab that contain the commit before the push. */
  private static final List<String> BEFORE = List.of("PERFLINE_BEFORE", "CI_COMMIT_BEFORE_SHA");

  private BaselineChoice() {}

  /**
   * Checks a requested baseline before anything is built or measured.
   *
   * @param against the value of the option; null if it was not given
   * @throws Fault exit code 2 if the project can't be compared with it
   */
  public static void require(Project project, String against) {
    if (against == null || against.equals(NONE)) {
      return;
    }
    if (project.service().url() != null) {
      throw Fault.configuration(
          ("--against %s: the service is at a url, so baseline_url in %s names what it is compared"
                  + " with; only '--against %s' is possible")
              .formatted(against, project.file(), NONE));
    }
    requested(new Checkout(project.home()), OriginRepository.silently(project.home()), against);
  }

  /**
   * Returns the requested baseline, which is fetched if it is not here.
   *
   * @param against a commit, branch or tag, the file of a WAR, or {@value #NONE}
   * @throws Fault exit code 2 for anything else
   */
  public static BaselineFile requested(Checkout checkout, OriginRepository origin, String against) {
    if (against.equals(NONE)) {
      return none("--against " + NONE);
    }
    Path file = Path.of(against);
    if (Files.isRegularFile(file)) {
      RunBaseline given = new RunBaseline(against, null, BaselineSource.REQUESTED, null);
      return new BaselineFile(given, against, null);
    }
    return checkout
        .commit(against)
        .or(() -> origin.commit(against))
        .map(commit -> of(against, commit, BaselineSource.REQUESTED))
        .orElseThrow(() -> Fault.configuration(UNKNOWN.formatted(against, NONE)));
  }

  /**
   * Chooses the baseline by default: {@code HEAD} if there are uncommitted changes, except in CI,
   * where the commit is measured; on a branch, the commit at which it left the target branch of its
   * change request, or otherwise the upstream's default branch; on the default branch, the commit
   * before the push, or otherwise the parent. What the clone lacks is fetched.
   *
   * @param environment the process environment, in which CI names the target
   * @return no baseline only for the first commit of a repository
   * @throws Fault exit code 3 if there is a baseline, but not here, and it can't be fetched
   */
  public static BaselineFile found(
      Checkout checkout, OriginRepository origin, Map<String, String> environment) {
    boolean isCi = !environment.getOrDefault("CI", "").isEmpty();
    Optional<String> head = checkout.commit("HEAD");
    if (head.isEmpty()) {
      return withoutCommit(checkout, isCi);
    }
    List<String> changes = checkout.changes();
    if (!changes.isEmpty() && !isCi) {
      return of(
          "HEAD, without the uncommitted changes in " + Texts.list(changes, CHANGES),
          head.get(),
          BaselineSource.FOUND);
    }
    origin.completeHistory();
    Optional<String> target =
        TARGETS.stream()
            .map(name -> environment.getOrDefault(name, ""))
            .filter(name -> !name.isEmpty())
            .findFirst();
    target.ifPresent(branch -> requireBranch(checkout, origin, branch));
    Optional<String> upstream = target.map(REMOTE::concat).or(checkout::defaultBranch);
    if (upstream.isPresent() && !isOn(checkout, upstream.get())) {
      Optional<String> left = checkout.mergeBase("HEAD", upstream.get());
      if (left.isPresent() && !left.get().equals(head.get())) {
        return of(
            "the commit at which this branch left " + upstream.get(),
            left.get(),
            BaselineSource.FOUND);
      }
      if (left.isEmpty() && checkout.isShallow()) {
        throw missing(
            "the commit at which this branch left " + upstream.get(),
            origin,
            origin.completingHistory());
      }
    }
    return beforePush(checkout, origin, head.get(), environment)
        .map(before -> of("the commit before the push", before, BaselineSource.FOUND))
        .or(
            () ->
                checkout
                    .commit("HEAD^")
                    .map(parent -> of("the parent commit", parent, BaselineSource.FOUND)))
        .orElseGet(
            () -> {
              if (checkout.parents(head.get()).isEmpty()) {
                return none("this commit has no parent");
              }
              throw missing("the parent commit", origin, origin.completingHistory());
            });
  }

  /** Returns no baseline for a project without any commit. */
  private static BaselineFile withoutCommit(Checkout checkout, boolean isCi) {
    if (checkout.isRepository() ? checkout.hasHead() : isCi || isInRepository(checkout.home())) {
      throw Fault.noVerdict(
          ("git can't read the commit that is measured in %1$s, so there is nothing to compare"
                  + " with: 'git -C %1$s log -1' shows why; perfline needs git and a clone with its"
                  + " .git folder, or '--against %2$s'")
              .formatted(checkout.home(), NONE));
    }
    return none("this is not a git checkout with a commit");
  }

  private static boolean isInRepository(Path home) {
    for (Path folder = home.toAbsolutePath(); folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve(".git"))) {
        return true;
      }
    }
    return false;
  }

  private static void requireBranch(Checkout checkout, OriginRepository origin, String branch) {
    if (checkout.commit(REMOTE + branch).isEmpty()
        && !(origin.fetchBranch(branch) && checkout.commit(REMOTE + branch).isPresent())) {
      throw missing(
          "the change request's target %s%s".formatted(REMOTE, branch),
          origin,
          origin.command("+refs/heads/%1$s:refs/remotes/%2$s%1$s".formatted(branch, REMOTE)));
    }
  }

  private static Fault missing(String what, OriginRepository origin, String command) {
    return Fault.noVerdict(
        "%s is not here and can't be fetched%s: '%s' must succeed before perfline runs"
            .formatted(what, origin.failure(), command));
  }

  /**
   * Returns the last release: the newest tag in the history of the parent, or otherwise the newest
   * commit that is at least a week old. Tags and commits that the clone lacks are fetched.
   *
   * @throws Fault exit code 3 if the history is incomplete
   */
  static BaselineFile lastRelease(Checkout checkout, OriginRepository origin) {
    origin.completeHistory();
    Optional<String> here = checkout.lastTag("HEAD^");
    boolean fetched = here.isEmpty() && origin.fetchTags();
    Optional<String> tag = fetched ? checkout.lastTag("HEAD^") : here;
    if (tag.isEmpty() && checkout.isShallow()) {
      throw missing("the last release", origin, origin.completingHistory());
    }
    if (tag.isPresent()) {
      return of(
          "the last release " + tag.get(),
          checkout.commit(tag.get()).orElseThrow(),
          BaselineSource.RELEASE);
    }
    return checkout
        .newestBefore("HEAD^", WEEK)
        .map(
            commit ->
                of("the newest commit that is at least a week old", commit, BaselineSource.RELEASE))
        .orElseGet(() -> none("there is neither a release tag nor a commit at least a week old"));
  }

  /** Commits that were pushed together are judged as one, rather than only the newest. */
  private static Optional<String> beforePush(
      Checkout checkout, OriginRepository origin, String head, Map<String, String> environment) {
    return BEFORE.stream()
        .map(name -> environment.getOrDefault(name, ""))
        .filter(commit -> !commit.isEmpty() && !commit.matches("0+"))
        .findFirst()
        .flatMap(origin::commit) // after a forced push it is on no branch
        .flatMap(before -> checkout.mergeBase(head, before))
        .filter(before -> !before.equals(head));
  }

  private static boolean isOn(Checkout checkout, String upstream) {
    return checkout.branch().filter(Checkout.withoutRemote(upstream)::equals).isPresent();
  }

  static BaselineFile of(String name, String commit, BaselineSource how) {
    return new BaselineFile(new RunBaseline(name, commit, how, null), null, null);
  }

  private static BaselineFile none(String why) {
    return BaselineFile.none(null, why);
  }
}
