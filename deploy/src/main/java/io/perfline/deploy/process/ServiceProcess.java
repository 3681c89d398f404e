package io.perfline.deploy.process;

import io.perfline.core.command.Fault;
import io.perfline.core.command.OutsideText;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A service that is started by a shell command and listens on a port of 127.0.0.1. */
public final class ServiceProcess implements AutoCloseable {

  private static final Duration GRACE = Duration.ofSeconds(20);
  private static final int LAST_LINES = 8;

  /** The number of bytes at the end of a log in which its last lines are looked for. */
  private static final int END_BYTES = 1 << 16;

  private static final int LONGEST_LINE = 300;
  private final Process shell;
  private final Path log;
  private final long begin; // The position of its first byte in the log.
  private final int port;

  private ServiceProcess(Process shell, Path log, long begin, int port) {
    this.shell = shell;
    this.log = log;
    this.begin = begin;
    this.port = port;
  }

  /**
   * Starts a service without waiting until it answers.
   *
   * @param command the shell command, which reads the port to listen on from {@code PORT}
   * @param variables the environment variables of the service, in addition to those of this process
   * @param folder the working directory
   * @param log the file to which output is appended
   * @param port the port that the service listens on
   * @throws Fault (exit code 3) if the service can't be started
   */
  public static ServiceProcess start(
      String command, Map<String, String> variables, Path folder, Path log, int port) {
    try {
      Files.createDirectories(log.toAbsolutePath().getParent());
      ProcessBuilder builder =
          new ProcessBuilder("sh", "-c", command)
              .directory(folder.toFile())
              .redirectInput(Redirect.from(new File("/dev/null")))
              .redirectErrorStream(true)
              .redirectOutput(Redirect.appendTo(log.toFile()));
      builder.environment().putAll(variables);
      builder.environment().put("PORT", Integer.toString(port));
      long begin = Files.exists(log) ? Files.size(log) : 0;
      Process shell = StartedProcesses.start(builder);
      return new ServiceProcess(shell, log, begin, port);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot start '%s' in %s: %s".formatted(command, folder, e), e);
    }
  }

  /** Returns {@code http://127.0.0.1:port}. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + port);
  }

  public boolean isAlive() {
    return shell.isAlive();
  }

  /** Waits until the process has ended; returns its exit code, or empty after {@code time}. */
  public OptionalInt await(Duration time) throws InterruptedException {
    return shell.waitFor(time.toMillis(), TimeUnit.MILLISECONDS)
        ? OptionalInt.of(shell.exitValue())
        : OptionalInt.empty();
  }

  /** Returns the shell that runs the command. */
  public ProcessHandle shell() {
    return shell.toHandle();
  }

  /** Returns the exit code of the service and the end of its log; empty while it runs. */
  public Optional<String> ended() {
    return shell.isAlive()
        ? Optional.empty()
        : Optional.of("exit code %d; %s".formatted(shell.exitValue(), lastWords()));
  }

  /**
   * Returns the Java process that the shell has started or become; without one, the process that
   * the shell waits for.
   */
  public ProcessHandle handle() {
    return Stream.concat(Stream.of(shell.toHandle()), shell.descendants())
        .filter(ServiceProcess::isJava)
        .findFirst()
        .orElseGet(() -> withoutShells(shell.toHandle()));
  }

  private static ProcessHandle withoutShells(ProcessHandle process) {
    List<ProcessHandle> children = process.children().toList();
    return isShell(process) && children.size() == 1 ? withoutShells(children.get(0)) : process;
  }

  private static boolean isShell(ProcessHandle process) {
    return process.info().command().filter(name -> name.matches(".*/(sh|dash|bash)")).isPresent();
  }

  /** Returns whether a process is a Java virtual machine, even one with its own launcher. */
  public static boolean isJava(ProcessHandle process) {
    return process.info().command().filter(name -> name.endsWith("/java")).isPresent()
        || mapsLibjvm(process);
  }

  private static boolean mapsLibjvm(ProcessHandle process) {
    Path maps = Path.of("/proc", Long.toString(process.pid()), "maps");
    try (Stream<String> lines = Files.lines(maps, StandardCharsets.ISO_8859_1)) {
      return lines.anyMatch(line -> line.endsWith("/libjvm.so"));
    } catch (IOException | UncheckedIOException elsewhere) {
      return false;
    }
  }

  /** Returns the line of the service's log that contains the reason of its failure, if any. */
  public Optional<String> reason() {
    return LogReason.of(end(log, begin));
  }

  /**
   * Returns the line with the reason of a failure, if any, of a Tomcat's logs: an exception that
   * ends the start of an application is only in {@code localhost.<date>.log}.
   */
  public static Optional<String> reasonOfTomcat(Path logs) {
    try (Stream<Path> entries = Files.list(logs)) {
      Optional<Path> application =
          entries
              .filter(log -> log.getFileName().toString().startsWith("localhost."))
              .max(Comparator.naturalOrder());
      String own = application.map(log -> end(log, 0)).orElse("");
      return LogReason.of(end(logs.resolve("out.log"), 0) + "\n" + own);
    } catch (IOException noLogs) {
      return Optional.empty();
    }
  }

  private static String end(Path log, long begin) {
    try {
      return LogExcerpt.end(log, begin, END_BYTES);
    } catch (IOException noLog) {
      return "";
    }
  }

  /** Returns the last lines of the service's log, with the log's path. */
  public String lastWords() {
    return lastLines(log, begin);
  }

  /** Returns the last lines of a log, with its path. */
  public static String lastLines(Path log) {
    return lastLines(log, 0);
  }

  private static String lastLines(Path log, long begin) {
    try {
      List<String> lines =
          LogReason.end(LogExcerpt.end(log, begin, END_BYTES), LAST_LINES).stream()
              .map(line -> OutsideText.cut(OutsideText.visible(line), LONGEST_LINE))
              .toList();
      return lines.isEmpty()
          ? "its log %s is empty".formatted(log)
          : "its log %s ends with:%n  ".formatted(log) + String.join("%n  ".formatted(), lines);
    } catch (IOException e) {
      return "its log %s can't be read: %s".formatted(log, e);
    }
  }

  @Override
  public void close() {
    end(shell);
    StartedProcesses.ended(shell.pid());
  }

  /**
   * Ends a shell and all its descendants: sends SIGTERM, and kills those that have not ended after
   * 20 seconds. A process that has ended but was not reaped counts as ended, because in a container
   * often nothing reaps the children of an ended shell.
   *
   * @throws Fault (exit code 3) if a process can't be killed
   */
  public static void end(Process shell) {
    List<RunningProcess> all =
        Stream.concat(shell.descendants(), Stream.of(shell.toHandle()))
            .flatMap(process -> RunningProcess.of(process.pid()).stream())
            .toList();
    all.forEach(RunningProcess::terminate);
    boolean ended = true;
    try {
      long deadline = System.nanoTime() + GRACE.toNanos();
      for (RunningProcess process : all) {
        process.awaitEnd(Duration.ofNanos(deadline - System.nanoTime()));
        ended &= !process.isAlive();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      all.forEach(RunningProcess::signalKill);
    }
    if (!ended) {
      throw Fault.noVerdict("the process %d can't be killed".formatted(shell.pid()));
    }
  }
}
