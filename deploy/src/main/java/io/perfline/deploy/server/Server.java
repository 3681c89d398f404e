package io.perfline.deploy.server;

import io.perfline.core.command.Fault;
import io.perfline.core.command.ShutdownHook;
import io.perfline.core.environment.HostPort;
import io.perfline.deploy.process.Ports;
import io.perfline.deploy.process.PrivateFiles;
import io.perfline.deploy.process.RunningProcess;
import io.perfline.deploy.process.ServiceProcess;
import io.perfline.deploy.process.StartedProcesses;
import io.perfline.deploy.process.SystemTool;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A server on loopback that this process started for a benchmark or a test. It is stopped by {@link
 * #close()}, or at the latest when this process exits. Its directory is kept, for its logs and for
 * another start.
 *
 * @param <P> the type of the part that runs
 */
public abstract class Server<P extends Part> implements AutoCloseable {

  private final P part;
  private final Process launched;
  private final RunningProcess process;
  private final ShutdownHook atExit;

  Server(P part) {
    this.part = part;
    this.launched = launch(part);
    this.process =
        RunningProcess.of(launched.pid())
            .orElseThrow(() -> new ReadinessProbe.StartFailure(part).fault());
    this.atExit = ShutdownHook.of("end " + part.name(), this::endUnseen);
    boolean answered = false;
    try {
      ReadinessProbe.of(part).await(process);
      answered = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Fault.noVerdict("interrupted while waiting for " + part.name(), e);
    } finally {
      if (!answered) {
        close();
      }
    }
  }

  P part() {
    return part;
  }

  public HostPort address() {
    return part.address();
  }

  /** Returns {@code http://127.0.0.1:port}. */
  public URI url() {
    return URI.create("http://" + address());
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Returns the server's exit code and the end of its log; empty while it runs. */
  public Optional<String> ended() {
    return launched.isAlive()
        ? Optional.empty()
        : Optional.of(
            "exit code %d; %s"
                .formatted(launched.exitValue(), ServiceProcess.lastLines(part.log())));
  }

  /** Returns the file to which the server writes its log. */
  public Path log() {
    return part.log();
  }

  /**
   * Kills the server to simulate a crash ({@code kill -9}), and waits up to two seconds for its
   * port to become free.
   */
  public void kill() {
    end(Duration.ZERO);
    try {
      Ports.isFreeSoon(part.address());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Pauses the server ({@code kill -STOP}), which clients see as a network partition. */
  public void pause() {
    signal("STOP");
  }

  /** Continues the server after a pause ({@code kill -CONT}). */
  public void resume() {
    signal("CONT");
  }

  private void signal(String signal) {
    try {
      // This uses the shell's built-in kill because not every system has a kill program.
      String kill = "kill -%s %d".formatted(signal, pid());
      SystemTool.output(List.of("sh", "-c", kill), part.directory());
    } catch (IOException e) {
      throw Fault.noVerdict("cannot send %s to %s".formatted(signal, part.name()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Fault.noVerdict("interrupted while sending %s to %s".formatted(signal, part.name()), e);
    }
  }

  /**
   * Sends SIGTERM to the server, as a container engine does, and kills it if it has not ended after
   * {@code grace}.
   *
   * @return the time until the server had ended
   */
  public Duration terminate(Duration grace) {
    long from = System.nanoTime();
    end(grace);
    return Duration.ofNanos(System.nanoTime() - from);
  }

  /** Stops the server; kills it if it has not ended after 30 seconds. */
  @Override
  public void close() {
    end(RunningProcess.GRACE);
    atExit.cancel();
  }

  private void end(Duration grace) {
    try {
      if (grace.isZero()) {
        process.kill();
      } else {
        process.end(grace);
      }
      StartedProcesses.ended(process.pid());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void endUnseen() {
    end(RunningProcess.GRACE);
  }

  private static Process launch(Part part) {
    try {
      return Launcher.launch(part);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Fault.noVerdict("interrupted while starting " + part.name(), e);
    }
  }

  /** Returns the absolute path of a directory, which it creates if it is missing. */
  static Path directory(Path directory) {
    try {
      return PrivateFiles.directory(directory.toAbsolutePath().normalize());
    } catch (IOException e) {
      throw Fault.noVerdict("cannot make the directory " + directory, e);
    }
  }
}
