package io.perfline.core.git;

import io.perfline.core.command.Fault;
import io.perfline.core.command.OutsideText;
import io.perfline.core.file.StateFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A git work tree. No method changes files that git tracks. If git is missing, or the folder is not
 * in a work tree, methods return empty results unless they document a {@link Fault}. If git refuses
 * to read the work tree because another user owns it, all methods end with exit code 3.
 *
 * @param home a folder of the work tree
 */
public record Checkout(Path home) {

  private static final int FATAL = 128;
  private static final String ORIGIN = "origin/";

  /** Returns the full id of a commit, branch or tag. */
  public Optional<String> commit(String ref) {
    return git("rev-parse", "--verify", "--quiet", ref + "^{commit}");
  }

  public boolean hasChanges() {
    return !changes().isEmpty();
  }

  /**
   * Returns the files that differ from {@code HEAD}, relative to the root of the work tree. They
   * include untracked files that git doesn't ignore, because these become part of a build as well.
   * They exclude files that the build itself wrote. They also exclude {@code perf.yml} and {@code
   * thresholds.yml} until these are committed for the first time, because both define how to
   * measure, and no earlier commit contains them.
   */
  public List<String> changes() {
    BuildChanges ofBuild = ofBuild();
    return allChanges().stream().filter(name -> !ofBuild.contains(name)).toList();
  }

  /** Returns the files of {@link #changes} with their absolute paths; a deleted one is missing. */
  public List<Path> changedFiles() {
    Path root = root();
    return changes().stream().map(root::resolve).toList();
  }

  /**
   * Runs a build, and records which files of the work tree it changed.
   *
   * @return the files that the build changed
   * @throws IOException if they can't be recorded
   */
  public <E extends Exception> List<String> changedBy(Build<E> build) throws E, IOException {
    List<String> before = changes();
    build.run();
    List<String> by = allChanges().stream().filter(name -> !before.contains(name)).toList();
    ofBuild().write(by);
    return by;
  }

  /** A build of the work tree. */
  @FunctionalInterface
  public interface Build<E extends Exception> {
    void run() throws E;
  }

  private List<String> allChanges() {
    Stream<String> untracked =
        unknownToGit().filter(name -> !name.matches("(.*/)?(perf|thresholds)\\.yml"));
    return commit("HEAD").isEmpty()
        ? untracked.toList()
        : Stream.concat(differences("HEAD"), untracked).toList();
  }

  /**
   * Returns the tracked files that differ between a commit and the work tree, relative to its root,
   * whatever git is configured to hide. A renamed file has both names. A submodule is a file, and
   * differs if its tracked files do.
   *
   * @throws Fault exit code 3 if git can't compare them
   */
  private Stream<String> differences(String commit) {
    return required(
        "diff",
        "--name-only",
        "--no-renames",
        "--no-relative",
        "--no-ext-diff",
        "--ignore-submodules=untracked",
        "-O/dev/null",
        commit);
  }

  /**
   * Returns the files that git neither tracks nor ignores, except those in {@code .perf}; none
   * outside a work tree.
   */
  private Stream<String> unknownToGit() {
    return git("rev-parse", "--show-toplevel").isEmpty()
        ? Stream.empty()
        : required("ls-files", "--others", "--exclude-standard", "--full-name", ":/")
            .filter(name -> !StateFolder.contains(name));
  }

  /**
   * Returns the entries that git prints, none of which it quotes.
   *
   * @throws Fault exit code 3 if git fails, because "none" would mean that nothing has changed
   */
  private Stream<String> required(String command, String... arguments) {
    String[] all =
        Stream.concat(Stream.of(command, "-z"), Stream.of(arguments)).toArray(String[]::new);
    return output(all)
        .map(output -> Stream.of(output.split("\0")).filter(name -> !name.isEmpty()))
        .orElseThrow(
            () ->
                Fault.noVerdict(
                    "git can't list the files of %s: try 'git -C %s %s'"
                        .formatted(home, home, String.join(" ", all))));
  }

  private Path root() {
    return git("rev-parse", "--show-toplevel").map(Path::of).orElse(home);
  }

  private BuildChanges ofBuild() {
    return new BuildChanges(root(), StateFolder.CHANGED_BY_BUILD.in(home));
  }

  /**
   * Returns the files that differ between a commit and the work tree, relative to this folder,
   * including files that git neither tracks nor ignores.
   */
  public List<String> changedSince(String commit) {
    UnaryOperator<String> toHere = toHere();
    return Stream.concat(differences(commit), unknownToGit()).map(toHere).distinct().toList();
  }

  /** Returns a function from a path in the work tree to its path relative to this folder. */
  private UnaryOperator<String> toHere() {
    Path prefix = Path.of("/", git("rev-parse", "--show-prefix").orElse(""));
    return name -> prefix.relativize(Path.of("/", name)).toString();
  }

  /**
   * Returns the files in this folder that git doesn't track, including ignored ones.
   *
   * @throws Fault exit code 3 if git can't list them
   */
  public List<String> untracked() {
    return required("ls-files", "--others").toList();
  }

  /**
   * Returns all files of a commit by their paths relative to this folder, with git's modes, types
   * and object ids.
   *
   * @throws Fault exit code 3 if git can't list them
   */
  public Map<String, String> files(String commit) {
    UnaryOperator<String> toHere = toHere();
    return required("ls-tree", "-r", "--full-tree", commit)
        .map(line -> line.split("\t", 2))
        .collect(Collectors.toMap(entry -> toHere.apply(entry[1]), entry -> entry[0]));
  }

  /**
   * Returns a commit and its ancestors, starting with the newest; for merges only the first
   * parents.
   */
  public List<String> ancestry(String commit, int max) {
    return lines(git("rev-list", "--first-parent", "--max-count=" + max, commit)).toList();
  }

  private static Stream<String> lines(Optional<String> output) {
    return output.stream().flatMap(String::lines).filter(line -> !line.isEmpty());
  }

  /** Returns the branch that is checked out; empty on a detached head. */
  public Optional<String> branch() {
    return git("symbolic-ref", "--short", "--quiet", "HEAD");
  }

  /**
   * Returns the branch whose tip is the detached head, as a build server checks it out: a remote
   * branch, without the remote's name. Empty if no branch, or more than one, has that tip.
   */
  public Optional<String> branchAtHead() {
    List<String> names =
        git("for-each-ref", "--points-at", "HEAD", "--format=%(refname:lstrip=3)", "refs/remotes")
            .stream()
            .flatMap(String::lines)
            .filter(name -> !name.isEmpty() && !name.equals("HEAD"))
            .distinct()
            .toList();
    return names.size() == 1 ? Optional.of(names.get(0)) : Optional.empty();
  }

  /** Returns the tag of {@code HEAD}. */
  public Optional<String> tag() {
    return git("describe", "--tags", "--exact-match", "HEAD");
  }

  /** Returns the newest tag with a number in its name in the history of a commit. */
  public Optional<String> lastTag(String commit) {
    return git("describe", "--tags", "--abbrev=0", "--match", "*[0-9]*", commit);
  }

  /**
   * Returns the newest commit up to {@code commit} that is older than a date.
   *
   * @param date a date in git's syntax, such as {@code 7.days.ago}
   */
  public Optional<String> newestBefore(String commit, String date) {
    return git("rev-list", "-1", "--first-parent", "--before=" + date, commit)
        .filter(found -> !found.isEmpty());
  }

  /**
   * Returns the upstream's default branch as a ref: the one that {@code origin/HEAD} points to, or
   * otherwise the first existing one of {@code origin/main}, {@code origin/master}, {@code main}
   * and {@code master}.
   */
  public Optional<String> defaultBranch() {
    return git("symbolic-ref", "--short", "--quiet", "refs/remotes/origin/HEAD")
        .filter(ref -> commit(ref).isPresent())
        .or(
            () ->
                Stream.of(ORIGIN + "main", ORIGIN + "master", "main", "master")
                    .filter(ref -> commit(ref).isPresent())
                    .findFirst());
  }

  /** Returns the last commit that both histories share. */
  public Optional<String> mergeBase(String one, String other) {
    return git("merge-base", one, other);
  }

  /**
   * Returns the commits after {@code good} up to and including {@code bad}, the oldest first,
   * following only the first parents of merges. Empty if {@code bad} is not a descendant of {@code
   * good}.
   */
  public List<String> between(String good, String bad) {
    boolean follows = mergeBase(good, bad).filter(commit(good).orElse("")::equals).isPresent();
    return follows
        ? lines(git("rev-list", "--first-parent", "--reverse", good + ".." + bad)).toList()
        : List.of();
  }

  /** Returns the first line of a commit's message. */
  public Optional<String> subject(String commit) {
    return git("log", "-1", "--format=%s", commit).map(OutsideText::visible);
  }

  /** Returns whether only the newest commits are available, as after {@code git clone --depth}. */
  public boolean isShallow() {
    return git("rev-parse", "--is-shallow-repository").filter("true"::equals).isPresent();
  }

  /**
   * Returns the ids of a commit's parents as the commit itself names them, whether or not they are
   * here.
   */
  public List<String> parents(String commit) {
    return lines(git("cat-file", "-p", commit))
        .takeWhile(line -> !line.isEmpty())
        .filter(line -> line.startsWith("parent "))
        .map(line -> line.substring("parent ".length()))
        .toList();
  }

  /** Returns whether this folder is in a git repository that git can read. */
  public boolean isRepository() {
    return git("rev-parse", "--git-dir").isPresent();
  }

  /** Returns whether {@code HEAD} names a commit, even one that can't be read. */
  public boolean hasHead() {
    return git("rev-parse", "--verify", "--quiet", "HEAD").isPresent();
  }

  /**
   * Returns the text of a file in a commit; empty if the commit does not contain it.
   *
   * @throws Fault exit code 3 if it contains the file, or may contain it, but git can't read it, as
   *     in a partial clone without its origin
   */
  public Optional<String> fileAt(String commit, Path file) {
    return git("show", commit + ":" + relative(file)).or(() -> absent(commit, file));
  }

  /** Returns an empty result if a commit that is here does not contain a file. */
  private Optional<String> absent(String commit, Path file) {
    if (commit(commit).isEmpty()) {
      return Optional.empty();
    }
    GitProcess.Ended listed = withMessages("ls-tree", "--name-only", commit, "--", relative(file));
    boolean isAbsent =
        listed.code() == 0
            ? listed.output().isBlank()
            : listed.output().contains("outside repository");
    if (!isAbsent) {
      throw Fault.noVerdict(
          "git can't read %s of commit %s: 'git fetch --refetch' completes a partial clone"
              .formatted(file.getFileName(), CommitId.shortened(commit)));
    }
    return Optional.empty();
  }

  /** Returns git's digest of a file's content in the work tree; empty if git can't read it. */
  public Optional<String> digest(Path file) {
    return git("hash-object", relative(file));
  }

  /**
   * Returns git's digest of a file's content in a commit; empty if the commit has no such file.
   *
   * @throws Fault exit code 3 if git can't read the folders of the commit
   */
  public Optional<String> digestAt(String commit, Path file) {
    return git("rev-parse", "--verify", "--quiet", commit + ":" + relative(file))
        .or(() -> absent(commit, file));
  }

  /** Returns the files directly in a folder, as a commit contains them. */
  public List<Path> filesAt(String commit, Path folder) {
    return git("ls-tree", "--name-only", commit, relative(folder) + "/").stream()
        .flatMap(String::lines)
        .filter(name -> !name.isEmpty())
        .map(name -> home.toAbsolutePath().normalize().resolve(name).normalize())
        .toList();
  }

  /** Returns the path from {@link #home} in the form that git requires. */
  private String relative(Path file) {
    return "./" + home.toAbsolutePath().normalize().relativize(file.toAbsolutePath().normalize());
  }

  /** Returns the short name of a branch or tag, without {@code origin/} and git's prefixes. */
  public static String withoutRemote(String branch) {
    return branch
        .replaceFirst("^(refs/)?(heads|tags)/", "")
        .replaceFirst("^(refs/)?(remotes/)?" + ORIGIN, "");
  }

  private Optional<String> git(String... arguments) {
    return output(arguments).map(String::strip);
  }

  private Optional<String> output(String... arguments) {
    GitProcess.Ended ended = new GitProcess(home).run("", false, arguments);
    if (ended.code() == FATAL) {
      checkOwner();
    }
    return ended.code() == 0 ? Optional.of(ended.output()) : Optional.empty();
  }

  private GitProcess.Ended withMessages(String... arguments) {
    return new GitProcess(home).run("", true, arguments);
  }

  /**
   * Checks that git is willing to read the work tree. It isn't if another user owns it, as in many
   * containers; without this check the folder would count as one without history.
   *
   * @throws Fault exit code 3 if it refuses
   */
  private void checkOwner() {
    if (withMessages("rev-parse", "--git-dir").output().contains("dubious ownership")) {
      throw Fault.noVerdict(
          ("git refuses to read %1$s because another user owns it: allow it with 'git config"
                  + " --global --add safe.directory %1$s'")
              .formatted(home.toAbsolutePath().normalize()));
    }
  }
}
