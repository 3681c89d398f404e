package io.perfline.cli;

import io.perfline.core.command.Fault;
import io.perfline.core.file.FileTree;
import io.perfline.core.git.Checkout;
import io.perfline.core.git.CommitId;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.deploy.stack.WarContent;
import io.perfline.deploy.tomcat.War;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Builds a service: what is here, and other commits, each once, in a clone of its own. Of a WAR
 * alone the WAR is kept, of a command the whole clone, as nobody knows what it reads there.
 *
 * @param out told of what is built
 */
record ServiceBuild(Project project, PrintWriter out) {

  private static final int NAMED = 5;

  /** A search by halves of a thousand commits takes ten. */
  static final int KEPT = 20;

  /** How the name of the file ends that says that a build is whole. */
  static final String BUILT = ".built";

  /**
   * Builds what is here.
   *
   * @return the files in git that the build changed
   * @throws Fault exit code 3 if it doesn't build
   * @throws InterruptedException if it was ended by a signal
   */
  List<String> here() throws InterruptedException {
    try (BuildShell shell = new BuildShell(() -> {})) {
      List<String> changed =
          new Checkout(project.home())
              .<InterruptedException>changedBy(
                  () -> shell.run(project.home(), "sh", "-c", service().build()));
      if (!changed.isEmpty()) {
        out.printf(
            "the build changed files in git, which counts as no change of yours: %s%n",
            Texts.list(changed, NAMED));
      }
      return changed;
    } catch (IOException e) {
      throw Fault.noVerdict("cannot remember what the build changed: " + e, e);
    }
  }

  /** What is built of a commit, as a text that is the same for what runs in the same way. */
  String content(String commit) throws InterruptedException {
    built(commit);
    return content(kept(commit).resolve(prefix()), serviceOf(commit)).digest();
  }

  private static WarContent content(Path folder, ServiceUnderTest service) {
    return archive(service)
        .map(file -> WarContent.of(folder.resolve(file)))
        .orElseGet(() -> WarContent.ofFolder(folder));
  }

  /** The WAR or jar that runs, where that is known. */
  static Optional<String> archive(ServiceUnderTest service) {
    return service.runs().filter(file -> file.matches(".*\\.[wj]ar"));
  }

  /**
   * Has another commit built, as its own perf.yml says, once for each {@link BuildKey}.
   *
   * @return the project's folder of that commit, with what runs in it; of a command a copy of its
   *     own, so that files which an earlier run wrote are not there
   * @throws Fault exit code 3 when it doesn't build
   * @throws InterruptedException when its build was ended, which says nothing of the commit
   */
  Path of(String commit) throws InterruptedException {
    built(commit);
    if (serviceOf(commit).war() != null) {
      return kept(commit).resolve(prefix());
    }
    Path copy = project.home().resolve(".perf/running").resolve(commit);
    try (BuildShell shell = new BuildShell(() -> {})) {
      FileTree.delete(copy);
      Files.createDirectories(copy.getParent());
      shell.run(project.home(), "cp", "-a", kept(commit).toString(), copy.toString());
      return copy.resolve(prefix());
    } catch (IOException e) {
      throw Fault.noVerdict("cannot copy what was built to %s: %s".formatted(copy, e), e);
    }
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
        FileTree.delete(kept); // of another JDK or command
        build(commit, kept);
        Files.writeString(built, key(commit));
      }
      useCache(built);
    } catch (IOException | UncheckedIOException e) {
      throw Fault.noVerdict("cannot build commit %s in %s: %s".formatted(commit, kept, e), e);
    }
  }

  private boolean isBuilt(String commit) throws IOException {
    return Files.exists(marker(commit)) && Files.readString(marker(commit)).equals(key(commit));
  }

  private String key(String commit) {
    return BuildKey.of(serviceOf(commit), System.getenv());
  }

  /**
   * How a commit builds and runs: as its own perf.yml says, and where it has none as this one.
   *
   * @throws Fault exit code 3 when it can't be read
   */
  ServiceUnderTest serviceOf(String commit) {
    String name = project.file().getFileName().toString();
    Optional<String> text = new Checkout(project.home()).text(commit, name);
    try {
      return text.map(own -> ProjectFile.readService(CommitId.shortened(commit) + ":" + name, own))
          .orElseGet(this::service);
    } catch (Fault unreadable) {
      throw Fault.noVerdict(
          "cannot build the baseline by its own perf.yml: " + unreadable.getMessage(), unreadable);
    }
  }

  boolean saysHowItRuns(String commit) {
    String name = project.file().getFileName().toString();
    return new Checkout(project.home()).text(commit, name).isPresent();
  }

  /** The next commit is compared with this one: a WAR that says so needn't be built again. */
  void keepCandidate() {
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
      throw Fault.noVerdict("cannot keep %s for the next commit: %s".formatted(war, e), e);
    }
  }

  /** A WAR is kept with the files that describe how its commit runs it. */
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
    FileTree.delete(clone); // of a build that was killed
    boolean[] whole = {false};
    Runnable tidy =
        () -> {
          if (war != null || !whole[0]) {
            delete(clone);
          }
        };
    try (BuildShell shell = new BuildShell(tidy)) {
      new BaselineClone(project.home(), clone).make(shell, commit);
      if (service.build() != null) {
        shell.run(clone.resolve(prefix()), "sh", "-c", service.build());
      }
      if (war != null) {
        take(clone.resolve(prefix()).resolve(war), kept.resolve(prefix()).resolve(war));
        keepProject(service, clone.resolve(prefix()), kept.resolve(prefix()));
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
    return kept(commit).resolveSibling(commit + BUILT);
  }

  /** Where the project is in its checkout. */
  private String prefix() {
    try {
      return said("git", "rev-parse", "--show-prefix");
    } catch (IOException e) {
      throw Fault.noVerdict("cannot ask git where %s is: %s".formatted(project.home(), e), e);
    }
  }

  private String said(String... words) throws IOException {
    Process git = new ProcessBuilder(List.of(words)).directory(project.home().toFile()).start();
    git.getOutputStream().close();
    return new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  private ServiceUnderTest service() {
    return project.service();
  }

  /**
   * Notes that a build is used, and deletes those that weren't for longest.
   *
   * @param built {@code COMMIT.built}, beside the folder {@code COMMIT} that holds it
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
        Files.deleteIfExists(old); // first: a build without its file is none
        FileTree.delete(old.resolveSibling(old.getFileName().toString().replace(BUILT, "")));
      }
    }
  }
}
