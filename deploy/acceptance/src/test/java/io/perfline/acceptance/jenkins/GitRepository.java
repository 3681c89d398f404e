package io.perfline.acceptance.jenkins;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A folder whose commits go to a repository that Jenkins reads. */
record GitRepository(Path folder, String remote) {

  /** Makes the folder a clone-like work tree of {@code remote}, branch main, with no commit yet. */
  static GitRepository of(Path folder, String remote) throws IOException, InterruptedException {
    GitRepository repository = new GitRepository(folder, remote);
    repository.git("init", "-q", "-b", "main");
    return repository;
  }

  /** An empty repository to push to. */
  static String bare(Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    new GitRepository(folder, "").git("init", "-q", "--bare", "-b", "main");
    return folder.toUri().toString();
  }

  /** Commits everything, if only that nothing has changed. */
  void commit(String message) throws IOException, InterruptedException {
    git("add", "-A");
    git("commit", "-q", "--allow-empty", "-m", message);
  }

  /** Commits everything and pushes it; returns the commit's id. */
  String push(String message) throws IOException, InterruptedException {
    return push(message, "main");
  }

  /** The same, to another branch. */
  String push(String message, String branch) throws IOException, InterruptedException {
    commit(message);
    git("push", "-q", "--force", remote, "HEAD:refs/heads/" + branch);
    return git("rev-parse", "HEAD").strip();
  }

  /** Fetches and checks out that branch's commit, as Jenkins' git plugin does: on no branch. */
  void checkOutDetached(String branch) throws IOException, InterruptedException {
    git("fetch", "-q", "--tags", "--force", "--", remote, "+refs/heads/*:refs/remotes/origin/*");
    String commit = git("rev-parse", "refs/remotes/origin/" + branch + "^{commit}").strip();
    git("checkout", "-q", "-f", commit);
  }

  /** Commits everything where the host keeps a change request's commits. */
  void pushChange(int number, String message) throws IOException, InterruptedException {
    commit(message);
    git("push", "-q", "--force", remote, "HEAD:refs/pull/" + number + "/head");
  }

  private String git(String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of("git", "-c", "user.name=perfline", "-c", "user.email=perfline@example.org"));
    command.addAll(List.of(arguments));
    Process git =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    git.getOutputStream().close();
    String output =
        new String(git.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    if (!git.waitFor(60, TimeUnit.SECONDS) || git.exitValue() != 0) {
      git.destroyForcibly();
      throw new IOException(command + " in " + folder + ": " + output);
    }
    return output;
  }
}
