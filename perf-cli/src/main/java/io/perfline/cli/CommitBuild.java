package io.perfline.cli;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The recorder of another commit, built in a clone of its own: nothing here changes. Closed or
 * interrupted, it leaves no process and no clone.
 */
final class CommitBuild implements AutoCloseable {

  private static final int SHORT = 10;

  private final String name;
  private final String commit;
  private final Path home;
  private final Path clone;
  private final Thread hook = new Thread(this::interrupted, "perfline-build-interrupted");
  private Process running;
  private boolean interrupted;

  private CommitBuild(Path home, String name, String commit, Path clone) {
    this.home = home;
    this.name = name;
    this.commit = commit;
    this.clone = clone;
  }

  /**
   * @throws Fault exit code 2 when the repository at {@code home} has no such commit
   */
  static CommitBuild of(Path home, String name) throws InterruptedException {
    String commit = resolve(home, name);
    try {
      Path scratch = Files.createDirectories(home.resolve(".perf"));
      CommitBuild build =
          new CommitBuild(home, name, commit, Files.createTempDirectory(scratch, "build."));
      Runtime.getRuntime().addShutdownHook(build.hook);
      return build;
    } catch (IOException e) {
      throw Fault.noVerdict("no folder can be made in %s: %s".formatted(home.resolve(".perf"), e));
    }
  }

  private static String resolve(Path home, String name) throws InterruptedException {
    try {
      Process git =
          new ProcessBuilder(
                  "git",
                  "-C",
                  home.toString(),
                  "rev-parse",
                  "--verify",
                  "--quiet",
                  name + "^{commit}")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      git.getOutputStream().close();
      String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (git.waitFor() == 0) {
        return said;
      }
    } catch (IOException e) {
      throw Fault.configuration("--ref needs git: " + e.getMessage());
    }
    throw Fault.configuration(
        "'%s' is no commit or tag of this repository; git fetch --tags gets those of others"
            .formatted(name));
  }

  /** The commit's first digits. */
  String shortCommit() {
    return commit.substring(0, SHORT);
  }

  /** Builds, and moves the WAR to {@code war}. */
  void packageInto(Path war) throws InterruptedException {
    String folder = clone.toString();
    run(home, "git", "clone", "--quiet", "--shared", "--no-checkout", home.toString(), folder);
    run(clone, "git", "checkout", "--quiet", "--detach", commit);
    run(
        clone,
        "./mvnw",
        "-B",
        "-q",
        "package",
        "-Dmaven.test.skip=true",
        "-Dspotless.check.skip=true",
        "-pl",
        "perf-app",
        "-am");
    try {
      Files.move(
          clone.resolve("perf-app/target/recorder.war"), war, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw Fault.noVerdict("could not write %s: %s".formatted(war, e), e);
    }
  }

  private void run(Path folder, String... command) throws InterruptedException {
    Process process;
    try {
      process = start(folder, command);
    } catch (IOException e) {
      throw failed(e);
    }
    int code = process.waitFor();
    ServiceBuild.checkNotEnded(code, command);
    if (code != 0) {
      throw failed(null);
    }
  }

  private synchronized Process start(Path folder, String... command)
      throws IOException, InterruptedException {
    if (interrupted) {
      throw new InterruptedException("the build of %s was interrupted".formatted(name));
    }
    running = new ProcessBuilder(command).directory(folder.toFile()).inheritIO().start();
    return running;
  }

  private Fault failed(IOException cause) {
    return Fault.noVerdict(
        "the WAR of %s could not be built; the message is above%s"
            .formatted(name, cause == null ? "" : ": " + cause.getMessage()),
        cause);
  }

  private synchronized void interrupted() {
    interrupted = true;
    if (running != null) {
      List<ProcessHandle> all =
          Stream.concat(running.descendants(), Stream.of(running.toHandle())).toList();
      all.forEach(ProcessHandle::destroy);
      all.forEach(process -> process.onExit().join());
    }
    removeClone();
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException exiting) {
      // It removes the clone.
      return;
    }
    removeClone();
  }

  private void removeClone() {
    try (Stream<Path> files = Files.walk(clone)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw Fault.noVerdict("cannot remove %s: %s".formatted(clone, e), e);
    }
  }
}
