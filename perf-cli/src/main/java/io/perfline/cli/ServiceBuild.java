package io.perfline.cli;

import io.perfline.core.command.Fault;
import io.perfline.core.file.FileTree;
import io.perfline.core.project.Project;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.deploy.stack.WarContent;
import io.perfline.deploy.tomcat.War;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Builds a service: what is here, and other commits, each once, in a clone of its own. Of a WAR
 * alone the WAR is kept, of a command the whole clone, as nobody knows what it reads there.
 *
 * @param out told of what is built
 */
record ServiceBuild(Project project, PrintWriter out) {

  private static final int SHORT = 10;

  /**
   * Builds what is here.
   *
   * @return 0, or 3 when it was interrupted
   * @throws Fault exit code 3 when it doesn't build
   */
  int here() {
    try (BuildShell shell = new BuildShell(() -> {})) {
      shell.run(project.home(), "sh", "-c", service().build());
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Fault.NO_VERDICT;
    }
  }

  /** What is built of a commit, as a text that is the same for what runs in the same way. */
  String content(String commit) throws InterruptedException {
    return content(of(commit)).digest();
  }

  /** What of a build's folder runs. */
  WarContent content(Path folder) {
    return service()
        .runs()
        .filter(file -> file.matches(".*\\.[wj]ar"))
        .map(file -> WarContent.of(folder.resolve(file)))
        .orElseGet(() -> WarContent.ofFolder(folder));
  }

  /**
   * Has another commit built, once.
   *
   * @return the project's folder of that commit, with what runs in it
   * @throws Fault exit code 3 when it doesn't build
   * @throws InterruptedException when its build was ended, which says nothing of the commit
   */
  Path of(String commit) throws InterruptedException {
    Path kept = kept(commit);
    Path built = marker(commit);
    try {
      if (!Files.exists(built)) {
        out.printf("building %s, once: kept in .perf/baselines%n", commit.substring(0, SHORT));
        out.flush();
        Files.createDirectories(kept.getParent());
        build(commit, kept);
        Files.createFile(built);
      }
      BuildCache.use(built);
      return kept.resolve(prefix());
    } catch (IOException | UncheckedIOException e) {
      throw Fault.noVerdict("cannot build commit %s in %s: %s".formatted(commit, kept, e), e);
    }
  }

  /** The next commit is compared with this one: a WAR that says so needn't be built again. */
  void keepCandidate() {
    if (service().war() == null || !Files.exists(project.war())) {
      return;
    }
    Path war = project.war();
    String commit =
        War.read(war).build().filter(build -> !build.dirty()).map(b -> b.commit()).orElse(null);
    if (commit == null || Files.exists(marker(commit))) {
      return;
    }
    try {
      Path to = kept(commit).resolve(prefix()).resolve(service().war());
      Files.createDirectories(to.getParent());
      FileTree.delete(to);
      Files.copy(war, to);
      Files.createFile(marker(commit));
    } catch (IOException e) {
      throw Fault.noVerdict("cannot keep %s for the next commit: %s".formatted(war, e), e);
    }
  }

  private void build(String commit, Path kept) throws InterruptedException, IOException {
    String war = service().war();
    Path clone = war == null ? kept : kept.resolveSibling(commit + ".clone");
    FileTree.delete(clone); // of a build that was killed
    boolean[] whole = {false};
    Runnable tidy =
        () -> {
          if (war != null || !whole[0]) {
            delete(clone);
          }
        };
    try (BuildShell shell = new BuildShell(tidy)) {
      String root = said("git", "rev-parse", "--show-toplevel");
      shell.run(
          project.home(), "git", "clone", "-q", "--shared", "--no-checkout", root, clone + "");
      shell.run(clone, "git", "checkout", "-q", "--force", "--detach", commit);
      if (service().build() != null) {
        shell.run(clone.resolve(prefix()), "sh", "-c", service().build());
      }
      if (war != null) {
        take(clone.resolve(prefix()).resolve(war), kept.resolve(prefix()).resolve(war));
      }
      whole[0] = true;
    }
  }

  private static void take(Path war, Path to) throws IOException {
    if (!Files.isRegularFile(war)) {
      throw Fault.noVerdict(
          "there is no %s: does 'build' make what 'service' names?".formatted(war));
    }
    Files.createDirectories(to.getParent());
    FileTree.delete(to);
    Files.move(war, to);
  }

  private static void delete(Path tree) {
    try {
      FileTree.delete(tree);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path kept(String commit) {
    return project.home().resolve(".perf/baselines").resolve(commit);
  }

  private Path marker(String commit) {
    return kept(commit).resolveSibling(commit + BuildCache.BUILT);
  }

  /** Where the project is in its checkout. */
  private String prefix() throws IOException {
    return said("git", "rev-parse", "--show-prefix");
  }

  private String said(String... words) throws IOException {
    Process git = new ProcessBuilder(List.of(words)).directory(project.home().toFile()).start();
    git.getOutputStream().close();
    return new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  private ServiceUnderTest service() {
    return project.service();
  }
}
