package io.perfline.cli;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The WARs of commits, each built once and kept in {@code .perf/baselines}.
 *
 * @param home the checkout
 * @param out told of what is built
 */
record KeptWars(Path home, Builder builder, PrintWriter out) {

  /** Builds the WAR of a commit. */
  @FunctionalInterface
  interface Builder {

    /**
     * @throws Fault exit code 3 when the commit can't be built
     */
    void build(String commit, Path war) throws InterruptedException;
  }

  /** Built in a clone of the checkout. */
  static void packageCommit(String commit, Path war) throws InterruptedException {
    try (CommitBuild build = CommitBuild.of(Main.home(), commit)) {
      build.packageInto(war);
    }
  }

  /** Makes a file that isn't there yet. */
  @FunctionalInterface
  private interface Filling {
    void fill(Path file) throws IOException, InterruptedException;
  }

  /**
   * The WAR of a commit.
   *
   * @param told the commit as people know it
   * @throws Fault exit code 3 when it doesn't build
   */
  Path of(String commit, String told) throws InterruptedException {
    Path kept = kept(commit);
    if (!Files.exists(kept)) {
      out.println("building %s, once: kept in .perf/baselines".formatted(told));
      out.flush();
      keep(kept, part -> builder.build(commit, part));
    }
    used(kept);
    return kept;
  }

  /** Keeps a commit's WAR that was built elsewhere. */
  void keep(String commit, Path war) throws InterruptedException {
    Path kept = kept(commit);
    if (!Files.exists(kept)) {
      keep(kept, part -> Files.copy(war, part));
    }
  }

  private Path kept(String commit) {
    return home.resolve(".perf/baselines").resolve(commit + ".war");
  }

  private static void keep(Path kept, Filling filling) throws InterruptedException {
    try {
      Path part = kept.resolveSibling(kept.getFileName() + ".part");
      Files.createDirectories(kept.getParent());
      Files.deleteIfExists(part);
      filling.fill(part);
      Files.move(part, kept);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot keep the baseline's WAR in %s: %s".formatted(kept, e), e);
    }
  }

  private static void used(Path kept) {
    try {
      KeptBuilds.use(kept);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot tidy the kept WARs beside %s: %s".formatted(kept, e), e);
    }
  }
}
