package io.perfline.acceptance.jenkins;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A work tree whose commits are pushed to a repository that Jenkins reads. */
record GitRepository(Path folder, String remote) {

  /** Creates a work tree of {@code remote} on the branch main, without commits. */
  static GitRepository of(Path folder, String remote) throws IOException, InterruptedException {
    GitRepository repository = new GitRepository(folder, remote);
    repository.git("init", "-q", "-b", "main");
    return repository;
  }

  /** Creates an empty repository to push to. */
  static String bare(Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    new GitRepository(folder, "").git("init", "-q", "--bare", "-b", "main");
    return folder.toUri().toString();
  }

  /** Commits everything; the commit may be empty. */
  void commit(String message) throws IOException, InterruptedException {
    git("add", "-A");
    git("commit", "-q", "--allow-empty", "-m", message);
  }

  /** Commits and pushes everything; returns the commit's id. */
  String push(String message) throws IOException, InterruptedException {
    return push(message, "main");
  }

  /** Commits and pushes to another branch. */
  String push(String message, String branch) throws IOException, InterruptedException {
    commit(message);
    git("push", "-q", "--force", remote, "HEAD:refs/heads/" + branch);
    return git("rev-parse", "HEAD").strip();
  }

  /** Fetches a branch and checks out its commit with a detached head, like Jenkins' git plugin. */
  void checkOutDetached(String branch) throws IOException, InterruptedException {
    git("fetch", "-q", "--tags", "--force", "--", remote, "+refs/heads/*:refs/remotes/origin/*");
    String commit = git("rev-parse", "refs/remotes/origin/" + branch + "^{commit}").strip();
    git("checkout", "-q", "-f", commit);
  }

  /** Commits and pushes to the ref where the host keeps a change request. */
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
