package io.perfline.cli.build;

import io.perfline.core.command.Fault;
import io.perfline.core.file.FileTree;
import io.perfline.core.file.Sha256;
import io.perfline.core.file.StateFolder;
import io.perfline.core.git.Checkout;
import io.perfline.core.git.CommitId;
import io.perfline.core.git.GitProcess;
import io.perfline.core.git.OriginRepository;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.deploy.tomcat.War;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Builds a service: this commit in place, and other commits once each in a clone. For a WAR, only
 * the WAR is cached; for a command, the whole clone is, because commands may read any file.
 *
 * @param out receives messages about builds
 */
public record ServiceBuild(Project project, PrintWriter out) {

  private static final int NAMED = 5;

  /** The number of cached builds; bisecting a thousand commits takes ten. */
  static final int KEPT = 20;

  /** The number of copies of cached builds that remain; a comparison runs two. */
  private static final int RUNNING = 4;

  /** Suffix of the file that marks a build as complete. */
  static final String BUILT = ".built";

  /**
   * Builds this commit.
   *
   * @return the tracked files that the build changed
   * @throws Fault exit code 3 if it doesn't build
   * @throws InterruptedException if the build was ended by a signal
   */
  public List<String> here() throws InterruptedException {
    try (BuildShell shell = new BuildShell(() -> {})) {
      List<String> changed =
          new Checkout(project.home())
              .<InterruptedException>changedBy(
                  () ->
                      BuildNeeds.around(
                          service(),
                          project.home(),
                          project.home(),
                          command -> shell.build(project.home(), command)));
      if (!changed.isEmpty()) {
        out.printf(
            "the build changed files in git, which does not count as your change: %s%n",
            Texts.list(changed, NAMED));
      }
      return changed;
    } catch (IOException e) {
      throw Fault.noVerdict("cannot record what the build changed: " + e, e);
    }
  }

  /**
   * Returns a text that identifies a build and how it runs; it is equal for builds that run in the
   * same way. It depends on the archive, everything else that the build made, all files in git that
   * may run, and the service section.
   */
  public String content(String commit) throws InterruptedException {
    built(commit);
    ServiceUnderTest service = serviceOf(commit);
    return new BuildContent(kept(commit).resolve(prefix()), service)
        .identity(tracked(commit, service));
  }

  /** Identifies the files in git that may affect how the service runs. */
  private String tracked(String commit, ServiceUnderTest service) {
    Map<String, String> files = new TreeMap<>(new Checkout(project.home()).files(commit));
    boolean known = BuildContent.archiveOf(service).isPresent();
    files.keySet().removeIf(name -> !BuildDifferences.mayRun(service, known, name));
    return Sha256.of(files.toString());
  }

  /**
   * Builds another commit according to its own perf.yml, once for each {@link BuildKey}.
   *
   * @return the project's folder at that commit with its build; for a command a separate copy,
   *     which contains no files of earlier runs
   * @throws UnusableCommit if it doesn't build
   * @throws Fault exit code 3 if it can't be built here, such as without all of its files
   * @throws InterruptedException if its build was interrupted, so it is unknown whether it fails
   */
  public Path of(String commit) throws InterruptedException {
    built(commit);
    if (serviceOf(commit).war() != null) {
      return kept(commit).resolve(prefix());
    }
    Path copy = StateFolder.RUNNING.in(project.home()).resolve(commit);
    try (BuildShell shell = new BuildShell(() -> {})) {
      FileTree.delete(copy);
      Files.createDirectories(copy.getParent());
      shell.run(project.home(), "cp", "-a", kept(commit).toString(), copy.toString());
      deleteOldCopies(copy);
      return copy.resolve(prefix());
    } catch (IOException e) {
      throw Fault.noVerdict("cannot copy what was built to %s: %s".formatted(copy, e), e);
    }
  }

  /** Deletes all but the newest copies; a comparison runs two of them. */
  private static void deleteOldCopies(Path newest) throws IOException {
    Files.setLastModifiedTime(newest, FileTime.from(Instant.now()));
    try (Stream<Path> copies = Files.list(newest.getParent())) {
      List<Path> old =
          copies
              .sorted(Comparator.comparing((Path copy) -> copy.toFile().lastModified()).reversed())
              .skip(RUNNING)
              .toList();
      for (Path copy : old) {
        FileTree.delete(copy);
      }
    }
  }

  /** Fetches the files of a commit that this clone lacks; see {@link OriginRepository#complete}. */
  public void complete(String commit) {
    new OriginRepository(project.home(), out).complete(commit);
  }

  private void built(String commit) throws InterruptedException {
    Path kept = kept(commit);
    Path built = marker(commit);
    try {
      if (!isBuilt(commit)) {
        out.printf("building %s once, cached in .perf/baselines%n", CommitId.shortened(commit));
        out.flush();
        Files.createDirectories(kept.getParent());
        Files.deleteIfExists(built);
        FileTree.delete(kept); // built by another JDK or command
        build(commit, kept);
        Files.writeString(built, key(commit));
      }
      useCache(built);
    } catch (IOException | UncheckedIOException e) {
      String full = BaselineClone.whyFull(kept);
      throw Fault.noVerdict(
          "cannot build commit %s in %s: %s%s"
              .formatted(commit, kept, e, full.isEmpty() ? "" : "; " + full),
          e);
    }
  }

  private boolean isBuilt(String commit) throws IOException {
    return Files.exists(marker(commit)) && Files.readString(marker(commit)).equals(key(commit));
  }

  private String key(String commit) {
    return BuildKey.of(serviceOf(commit), System.getenv());
  }

  /**
   * Returns how a commit is built and run: according to its own perf.yml, or this commit's if it
   * has none.
   *
   * @throws UnusableCommit if it isn't valid
   * @throws Fault exit code 3 if it can't be read
   */
  public ServiceUnderTest serviceOf(String commit) {
    Path file = project.file();
    String name = file.getFileName().toString();
    Path own = file.resolveSibling(CommitId.shortened(commit) + ":" + name);
    Optional<String> text = new Checkout(project.home()).fileAt(commit, file);
    try {
      return text.map(content -> ProjectFile.readService(own.toString(), content))
          .orElseGet(this::service);
    } catch (Fault unreadable) {
      throw new UnusableCommit(
          "cannot build commit %s by its own %s: %s"
              .formatted(CommitId.shortened(commit), name, unreadable.getMessage()),
          unreadable);
    }
  }

  public boolean hasOwnFile(String commit) {
    return new Checkout(project.home()).fileAt(commit, project.file()).isPresent();
  }

  /** Caches the WAR of this commit, with which the next commit will be compared. */
  public void keepCandidate() {
    if (service().war() == null
        || !Files.exists(project.war())
        || new Checkout(project.home()).hasChanges()) {
      return;
    }
    Path war = project.war();
    String commit =
        War.read(war).build().filter(build -> !build.dirty()).map(b -> b.commit()).orElse(null);
    try {
      if (commit == null || isBuilt(commit)) {
        return;
      }
      Path to = kept(commit).resolve(prefix()).resolve(service().war());
      Files.createDirectories(to.getParent());
      FileTree.delete(to);
      Files.copy(war, to);
      keepProject(service(), project.home(), kept(commit).resolve(prefix()));
      Files.writeString(marker(commit), key(commit));
    } catch (IOException e) {
      throw Fault.noVerdict("cannot save %s for the next commit: %s".formatted(war, e), e);
    }
  }

  /** Stores the files that describe how the WAR's commit runs it. */
  private void keepProject(ServiceUnderTest service, Path from, Path to) throws IOException {
    List<String> names = new ArrayList<>(List.of(project.file().getFileName().toString()));
    if (service.serverXml() != null) {
      names.add(service.serverXml());
    }
    for (String name : names) {
      if (Files.isRegularFile(from.resolve(name))) {
        Files.createDirectories(to.resolve(name).getParent());
        Files.copy(from.resolve(name), to.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private void build(String commit, Path kept) throws InterruptedException, IOException {
    ServiceUnderTest service = serviceOf(commit);
    String war = service.war();
    Path clone = war == null ? kept : kept.resolveSibling(commit + ".clone");
    FileTree.delete(clone); // left by a build that was killed
    boolean[] whole = {false};
    Runnable tidy =
        () -> {
          if (war != null || !whole[0]) {
            delete(clone);
          }
        };
    try (BuildShell shell = new BuildShell(tidy)) {
      new BaselineClone(project.home(), clone, out).make(shell, commit);
      if (service.build() != null) {
        Path folder = clone.resolve(prefix());
        BuildNeeds.around(
            service, project.home(), folder, command -> build(shell, folder, command));
      }
      if (war != null) {
        take(clone.resolve(prefix()).resolve(war), kept.resolve(prefix()).resolve(war));
        keepProject(service, clone.resolve(prefix()), kept.resolve(prefix()));
      }
      whole[0] = true;
    }
  }

  /** Runs the build of a commit. If the disk is full, a failure is not the commit's. */
  private static void build(BuildShell shell, Path folder, String command)
      throws InterruptedException {
    if (!Files.isDirectory(folder)) {
      throw new UnusableCommit("there is no %s in it".formatted(folder), null);
    }
    try {
      shell.build(folder, command);
    } catch (CommandFailure failed) {
      String full = BaselineClone.whyFull(folder);
      throw full.isEmpty()
          ? new UnusableCommit(failed.getMessage(), failed)
          : Fault.noVerdict(failed.getMessage() + "; " + full, failed);
    }
  }

  private static void take(Path war, Path to) throws IOException {
    if (!Files.isRegularFile(war)) {
      throw new UnusableCommit(
          "there is no %s: does 'build' make what 'service' names?".formatted(war), null);
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
    return StateFolder.BASELINES.in(project.home()).resolve(commit);
  }

  private Path marker(String commit) {
    return kept(commit).resolveSibling(commit + BUILT);
  }

  /** Returns the path of the project in its checkout. */
  private String prefix() {
    return new GitProcess(project.home()).output("rev-parse", "--show-prefix");
  }

  private ServiceUnderTest service() {
    return project.service();
  }

  /**
   * Marks a build as used, and deletes the least recently used ones.
   *
   * @param built {@code COMMIT.built}, the marker file next to the folder {@code COMMIT} with the
   *     build
   */
  static void useCache(Path built) throws IOException {
    Files.setLastModifiedTime(built, FileTime.from(Instant.now()));
    try (Stream<Path> files = Files.list(built.getParent())) {
      List<Path> oldest =
          files
              .filter(other -> other.getFileName().toString().endsWith(BUILT))
              .sorted(
                  Comparator.comparing((Path other) -> other.toFile().lastModified()).reversed())
              .skip(KEPT)
              .toList();
      for (Path old : oldest) {
        Files.deleteIfExists(old); // the marker first: a build without it is incomplete
        FileTree.delete(old.resolveSibling(old.getFileName().toString().replace(BUILT, "")));
      }
    }
  }
}
