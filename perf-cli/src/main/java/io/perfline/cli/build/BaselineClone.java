package io.perfline.cli.build;

import io.perfline.core.command.Fault;
import io.perfline.core.git.Checkout;
import io.perfline.core.git.CommitId;
import io.perfline.core.git.GitProcess;
import io.perfline.core.git.OriginRepository;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A clone of the checkout, with its submodules and its files in Git LFS, in which a commit is
 * built. What the checkout lacks is fetched into it first, because its remote and logins are
 * configured there.
 *
 * @param checkout the project's folder in the checkout that is cloned
 * @param out receives messages about what is fetched
 */
public record BaselineClone(Path checkout, Path folder, PrintWriter out) {

  /** The free space, in bytes, below which a failure is attributed to a full disk. */
  private static final long FULL = 32L << 20;

  /**
   * Makes the clone.
   *
   * @throws Fault exit code 3 with a command that helps, if a part of the commit is not available
   */
  void make(BuildShell shell, String commit) throws InterruptedException, IOException {
    new OriginRepository(checkout, out).complete(commit);
    Path root = Path.of(new GitProcess(checkout).output("rev-parse", "--show-toplevel"));
    try {
      shell.run(
          checkout, "git", "clone", "-q", "--shared", "--no-checkout", root + "", folder + "");
      shell.run(
          folder,
          "git",
          "-c",
          "filter.lfs.process=",
          "-c",
          "filter.lfs.smudge=",
          "-c",
          "filter.lfs.required=false",
          "checkout",
          "-q",
          "--force",
          "--detach",
          commit);
    } catch (CommandFailure failed) {
      throw unavailable(commit, failed, "git -C %s fsck".formatted(root));
    }
    Path git = root.resolve(new GitProcess(root).output("rev-parse", "--git-common-dir"));
    if (Files.exists(folder.resolve(".gitmodules"))) {
      try {
        takeSubmodules(shell, commit, git.resolve("modules"));
      } catch (CommandFailure failed) {
        throw unavailable(commit, failed, "git submodule update --init --recursive");
      }
    }
    new LfsFiles(root, git.resolve("lfs/objects"), folder).take(commit);
  }

  private Fault unavailable(String commit, CommandFailure failed, String helps) {
    String full = whyFull(folder);
    return Fault.noVerdict(
        "the files of commit %s are not available: %s; %s"
            .formatted(
                CommitId.shortened(commit),
                failed.getMessage(),
                full.isEmpty() ? "'" + helps + "' shows or repairs what is wrong" : full),
        failed);
  }

  /** Returns what to do if nothing can be written to a folder; empty if there is space. */
  public static String whyFull(Path folder) {
    Path existing = folder.toAbsolutePath();
    while (!Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (!Files.isWritable(existing)) {
      return "this user may not write to %s: allow it".formatted(existing);
    }
    return existing.toFile().getUsableSpace() < FULL
        ? "the disk of %s is full: free space there ('df -h %s')".formatted(existing, existing)
        : "";
  }

  /**
   * Copies submodules that exist in this checkout, and fetches others from their addresses in
   * {@code .gitmodules}, relative to the origin of this checkout.
   *
   * @param modules the folder with the repositories of this checkout's submodules
   */
  private void takeSubmodules(BuildShell shell, String commit, Path modules)
      throws InterruptedException {
    String origin = new GitProcess(checkout).output("config", "--get", "remote.origin.url");
    if (!origin.isEmpty()) {
      shell.run(folder, "git", "config", "remote.origin.url", origin);
    }
    String paths =
        new GitProcess(folder)
            .output("config", "-f", ".gitmodules", "--get-regexp", "^submodule\\..*\\.path$");
    for (String line : paths.lines().toList()) {
      String name = line.replaceFirst("^submodule\\.(.*)\\.path .*$", "$1");
      Path module = modules.resolve(name);
      String used =
          new GitProcess(folder)
              .output("rev-parse", commit + ":" + line.replaceFirst("^\\S*\\.path ", ""));
      if (Files.isDirectory(module) && isComplete(module, used)) {
        shell.run(folder, "git", "config", "submodule." + name + ".url", module.toString());
      }
    }
    shell.run(
        folder,
        "git",
        "-c",
        "protocol.file.allow=always", // for the submodules of this checkout
        "submodule",
        "update",
        "-q",
        "--init",
        "--recursive");
  }

  /** Returns whether a submodule has all of a commit, some of which may have to be fetched. */
  private boolean isComplete(Path module, String commit) {
    OriginRepository origin = new OriginRepository(module, out);
    if (new Checkout(module).commit(commit).or(() -> origin.commit(commit)).isEmpty()) {
      return false;
    }
    origin.complete(commit);
    return true;
  }
}
