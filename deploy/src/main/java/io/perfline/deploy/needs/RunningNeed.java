package io.perfline.deploy.needs;

import io.perfline.core.environment.HostPort;
import io.perfline.core.file.FileTree;
import io.perfline.core.file.Sha256;
import io.perfline.core.project.needs.Need;
import io.perfline.core.yaml.TextTemplate;
import io.perfline.deploy.process.ServiceProcess;
import io.perfline.deploy.stack.Teardowns;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A need of the build in one place, from its preparation to its removal. */
final class RunningNeed implements AutoCloseable {

  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost");

  private final Need need;
  private final NeedShell shell;
  private final HostPort address;
  private final Path home;
  private final Path data;
  private final String id;
  private final ComposeCommands compose;
  private final String command;
  private final String teardown;
  private ServiceProcess process;
  private boolean tearsDown;
  private List<String> containers = List.of();

  /**
   * @param address the address of the need
   * @param home the project's folder
   * @param data the folder of the need, which is deleted when the need is closed
   * @param id a name that no other need of the run has
   */
  RunningNeed(Need need, NeedShell shell, HostPort address, Path home, Path data, String id) {
    this.need = need;
    this.shell = shell;
    this.address = address;
    this.home = home;
    this.data = data;
    this.id = id;
    Optional<ComposeCommands> compose =
        Optional.ofNullable(need.compose())
            .map(file -> ComposeCommands.of("perf-%s-%s".formatted(digest(home), id), file));
    this.compose = compose.orElse(null);
    command =
        compose.map(ComposeCommands::up).orElseGet(() -> shell.values().fill(text(need.command())));
    teardown =
        Stream.of(
                compose.map(it -> "PORT=%d %s".formatted(address.port(), it.down())),
                Optional.ofNullable(need.teardown()).map(it -> shell.values().fill(text(it))))
            .flatMap(Optional::stream)
            .collect(Collectors.joining("\n"));
  }

  /** Returns a short text that differs between the projects of this machine. */
  private static String digest(Path home) {
    return Sha256.of(home.toString()).substring(0, 8);
  }

  private static String text(TextTemplate template) {
    return template == null ? null : template.toString();
  }

  /**
   * Prepares and starts it, and waits until it is ready.
   *
   * @throws NeedFailure if one of its commands fails, or it isn't ready in time
   */
  void start() throws InterruptedException {
    try {
      FileTree.delete(data);
      Files.createDirectories(data);
      Files.createDirectories(shell.log().toAbsolutePath().getParent());
      PreparedData.provide(need, shell, home, data);
    } catch (IOException e) {
      throw new NeedFailure(
          "cannot prepare the folder %s of %s: %s".formatted(data, shell.what(), e), e);
    }
    if (!teardown.isEmpty()) {
      Teardowns.remember(home, id, shell.folder(), teardown);
      tearsDown = true;
    }
    shell.run("setup", need.setup());
    if (command != null) {
      process = shell.start(command);
    }
    new NeedReadiness(need.ready(), address, shell).await(process);
    if (compose != null) {
      containers = shell.lines(compose.ids());
    }
  }

  /** Returns the ids of its containers; empty for another kind of need. */
  List<String> containers() {
    return containers;
  }

  String name() {
    return need.name();
  }

  void seed() throws InterruptedException {
    shell.run("seed", need.seed());
  }

  void reset() throws InterruptedException {
    shell.run("reset", need.reset());
  }

  /** Returns the size of the files in its folder, as far as they can be read. */
  long usedBytes() {
    try (Stream<Path> files = Files.walk(data)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException | UncheckedIOException changing) {
      return 0;
    }
  }

  /** Returns how its process ended, with the end of its log; empty if it runs or is elsewhere. */
  Optional<String> ended() {
    return process == null ? Optional.empty() : process.ended();
  }

  /**
   * Returns the name of the build's database or role, if the need is a place in a PostgreSQL on
   * this machine.
   */
  Optional<String> database() {
    return Optional.ofNullable(need.database())
        .filter(name -> LOOPBACK.contains(address.host()))
        .map(name -> shell.values().fill(name.toString()));
  }

  /**
   * Returns the shell of its command, whose descendants belong to the need too; empty for
   * containers, which other processes start.
   */
  Optional<ProcessHandle> process() {
    return Optional.ofNullable(process)
        .filter(shellOfNeed -> compose == null)
        .map(ServiceProcess::shell);
  }

  /** Stops it, undoes what was set up, and deletes its folder. */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted(); // It is removed also after Ctrl-C.
    try {
      if (process != null) {
        process.close();
      }
      if (tearsDown) {
        shell.run("teardown", TextTemplate.of(teardown, null));
        Teardowns.done(home, id);
      }
      FileTree.delete(data);
    } catch (IOException e) {
      throw new NeedFailure(
          "cannot delete the folder %s of %s: %s".formatted(data, shell.what(), e), e);
    } catch (InterruptedException e) {
      interrupted = true; // The next command undoes it.
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
