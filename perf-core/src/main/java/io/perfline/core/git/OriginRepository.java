package io.perfline.core.git;

import io.perfline.core.command.Fault;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The repository from which a checkout was cloned. It completes a shallow, partial or single-branch
 * clone, as build servers make them: it adds commits, files and refs to the checkout's repository,
 * and changes no file of the work tree.
 */
public final class OriginRepository {

  /** A clone without trees gets one level of folders per request from some servers. */
  private static final int MAX_REQUESTS = 50;

  private final Path home;
  private final GitProcess git;
  private final PrintWriter out;
  private final String remote;
  private String failure = "";

  /**
   * Finds the origin of a checkout: the remote {@code origin}, or otherwise its first one.
   *
   * @param home a folder of the work tree
   * @param out receives a line before each fetch
   */
  public OriginRepository(Path home, PrintWriter out) {
    this.home = home;
    git = new GitProcess(home);
    this.out = out;
    List<String> remotes = git("remote").output().lines().filter(name -> !name.isEmpty()).toList();
    this.remote = remotes.isEmpty() || remotes.contains("origin") ? "origin" : remotes.get(0);
  }

  /** Finds the origin of a checkout, and prints nothing. */
  public static OriginRepository silently(Path home) {
    return new OriginRepository(home, new PrintWriter(Writer.nullWriter()));
  }

  /** Returns the command that fetches something by hand, such as {@code git fetch origin v1}. */
  public String command(String arguments) {
    return "git fetch " + remote + " " + arguments;
  }

  /** Returns the command that completes the history by hand. */
  public String completingHistory() {
    return "git fetch --unshallow " + remote;
  }

  /** Returns why the last fetch failed; empty if none has. */
  public String failure() {
    return failure.isEmpty() ? "" : " (" + failure + ")";
  }

  /**
   * Fetches the commits that a shallow clone lacks, first those before {@code HEAD}, which may be
   * on no branch of the origin.
   */
  public void completeHistory() {
    Checkout checkout = new Checkout(home);
    if (checkout.isShallow()) {
      say("fetching the earlier commits, which this shallow clone lacks");
      checkout.commit("HEAD").ifPresent(head -> fetch("--unshallow", remote, head));
    }
    if (checkout.isShallow()) {
      fetch("--unshallow", remote);
    }
  }

  /** Fetches a branch as {@code origin/BRANCH}; returns whether that succeeded. */
  public boolean fetchBranch(String branch) {
    return fetch(remote, "+refs/heads/%1$s:refs/remotes/origin/%1$s".formatted(branch));
  }

  /** Fetches all tags; returns whether that succeeded. */
  public boolean fetchTags() {
    return fetch("--tags", remote);
  }

  /**
   * Fetches a commit, branch or tag by its name, if it isn't here yet.
   *
   * @param name the name as in {@code git rev-parse}
   */
  public Optional<String> commit(String name) {
    Checkout checkout = new Checkout(home);
    Optional<String> here = checkout.commit(name);
    if (here.isPresent() || !name.matches("[A-Za-z0-9][\\w./+-]*([~^]\\d*)*")) {
      return here;
    }
    if (checkout.isShallow()) {
      completeHistory();
    }
    String plain = Checkout.withoutRemote(name.replaceFirst("[~^].*", ""));
    boolean isId = plain.matches("[0-9a-f]{40}([0-9a-f]{24})?");
    if (checkout.commit(name).isEmpty() && checkout.commit(plain).isEmpty()) {
      say("fetching %s, which this clone lacks".formatted(plain));
      if (isId) {
        fetch(remote, plain);
      } else if (!fetch(remote, "refs/tags/%1$s:refs/tags/%1$s".formatted(plain))) {
        fetchBranch(plain);
      }
    }
    return checkout.commit(name).or(() -> checkout.commit("origin/" + name));
  }

  /**
   * Fetches the files and folders of a commit that a partial clone lacks.
   *
   * @throws Fault exit code 3 if not all of them are here afterwards
   */
  public void complete(String commit) {
    for (int request = 0; ; request++) {
      List<String> missing = missing(commit);
      if (missing.isEmpty()) {
        return;
      }
      if (request == 0) {
        say("fetching what this clone lacks of commit %s".formatted(CommitId.shortened(commit)));
      }
      if (request == MAX_REQUESTS || !fetchObjects(missing)) {
        throw Fault.noVerdict(
            ("this clone has not all files of commit %s, and they can't be fetched%s: '%s' shows"
                    + " why; a clone without --filter and --depth has them all")
                .formatted(CommitId.shortened(commit), failure(), "git fetch --refetch " + remote));
      }
    }
  }

  /**
   * Returns the ids of objects that a commit refers to and that are not here.
   *
   * @throws Fault exit code 3 if git can't tell
   */
  private List<String> missing(String commit) {
    GitProcess.Ended listed = git("rev-list", "--objects", "--no-walk", "--missing=print", commit);
    if (listed.code() != 0) {
      throw Fault.noVerdict(
          "git can't list the files of commit %s: %s: 'git -C %s fsck' shows what is wrong"
              .formatted(CommitId.shortened(commit), listed.reason(), home));
    }
    return listed
        .output()
        .lines()
        .filter(line -> line.startsWith("?"))
        .map(line -> line.substring(1))
        .toList();
  }

  /** Fetches objects as git itself does in a partial clone, but all at once. */
  private boolean fetchObjects(List<String> ids) {
    return ended(
        git.run(
            String.join("\n", ids) + "\n",
            true,
            "-c",
            "fetch.negotiationAlgorithm=noop",
            "fetch",
            "--quiet",
            "--no-tags",
            "--no-write-fetch-head",
            "--recurse-submodules=no",
            "--stdin",
            remote));
  }

  private boolean fetch(String... arguments) {
    return ended(
        git(
            Stream.concat(
                    Stream.of("fetch", "--quiet", "--no-write-fetch-head"),
                    Arrays.stream(arguments))
                .toArray(String[]::new)));
  }

  private boolean ended(GitProcess.Ended fetch) {
    if (fetch.code() != 0) {
      failure = fetch.reason();
    }
    return fetch.code() == 0;
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }

  private GitProcess.Ended git(String... arguments) {
    return git.run("", true, arguments);
  }
}
