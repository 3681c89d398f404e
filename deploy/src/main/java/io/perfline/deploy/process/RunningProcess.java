package io.perfline.deploy.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A process that is identified by its id and start time, so that it is never confused with a later
 * process that got the same id.
 *
 * @param start the start time: on Linux clock ticks since boot, otherwise milliseconds since 1970
 */
public record RunningProcess(long pid, long start) {

  /**
   * The time that a server may take to shut down cleanly before it is killed. Tomcat waits for its
   * applications; Cassandra flushes its tables.
   */
  public static final Duration GRACE = Duration.ofSeconds(30);

  private static final Duration POLL = Duration.ofMillis(20);

  /**
   * Returns the process that has this id now; empty if there is none, or if it has ended but was
   * not reaped.
   */
  public static Optional<RunningProcess> of(long pid) {
    return startOf(pid).map(start -> new RunningProcess(pid, start));
  }

  /** Returns the process from its {@link #toString}; empty if it is no longer alive. */
  public static Optional<RunningProcess> parse(String text) {
    String[] fields = text.strip().split(" ");
    if (fields.length != 2 || !fields[0].matches("\\d{1,18}") || !fields[1].matches("\\d{1,18}")) {
      return Optional.empty();
    }
    RunningProcess process =
        new RunningProcess(Long.parseLong(fields[0]), Long.parseLong(fields[1]));
    return process.isAlive() ? Optional.of(process) : Optional.empty();
  }

  /**
   * Returns whether a process still runs. Unlike {@link ProcessHandle#isAlive()}, this is false for
   * a process that has ended but was not reaped.
   */
  public static boolean isAlive(ProcessHandle process) {
    return of(process.pid()).isPresent() && process.isAlive();
  }

  /** Returns whether this process still runs; false if it has ended but was not reaped. */
  public boolean isAlive() {
    return startOf(pid).filter(now -> now == start).isPresent();
  }

  /** Sends SIGTERM without waiting until the process has ended. */
  public void terminate() {
    signal(false);
  }

  /**
   * Sends SIGTERM, kills the process if it has not ended after {@code grace}, and returns when it
   * has ended.
   *
   * @return whether the process had to be killed
   */
  public boolean end(Duration grace) throws InterruptedException {
    terminate();
    return awaitEnd(grace);
  }

  /**
   * Waits until the process has ended after {@link #terminate}, and kills it if it has not ended
   * after {@code grace}. A second SIGTERM is not sent, because it would make InfluxDB quit without
   * a clean shutdown.
   *
   * @return whether the process had to be killed
   */
  public boolean awaitEnd(Duration grace) throws InterruptedException {
    if (isGoneWithin(grace)) {
      return false;
    }
    kill();
    return true;
  }

  /** Kills the process ({@code kill -9}) and waits up to 30 seconds until it has ended. */
  public void kill() throws InterruptedException {
    signalKill();
    isGoneWithin(Duration.ofSeconds(30));
  }

  /** Kills the process without waiting until it has ended. */
  void signalKill() {
    signal(true);
  }

  private void signal(boolean forcibly) {
    if (isAlive()) {
      ProcessHandle.of(pid).ifPresent(p -> signal(p, forcibly));
    }
  }

  private static void signal(ProcessHandle process, boolean forcibly) {
    // The result is ignored, because the callers check whether the process has ended.
    boolean unused = forcibly ? process.destroyForcibly() : process.destroy();
  }

  private boolean isGoneWithin(Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    while (isAlive()) {
      if (System.nanoTime() > end) {
        return false;
      }
      Thread.sleep(POLL.toMillis());
    }
    return true;
  }

  private static Optional<Long> startOf(long pid) {
    if (!Files.exists(Path.of("/proc/self/stat"))) {
      return ProcessHandle.of(pid)
          .filter(ProcessHandle::isAlive)
          .flatMap(process -> process.info().startInstant())
          .map(Instant::toEpochMilli);
    }
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      // proc(5): pid (comm) state …; comm may contain any characters, starttime is field 22.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      boolean ended = fields[0].equals("Z") || fields[0].equals("X");
      return ended ? Optional.empty() : Optional.of(Long.parseLong(fields[19]));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return pid + " " + start;
  }
}
