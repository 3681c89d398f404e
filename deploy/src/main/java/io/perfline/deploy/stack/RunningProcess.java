package io.perfline.deploy.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A process known by its id and start, so that another process which got the same id later is never
 * taken for it.
 *
 * @param start clock ticks since boot on Linux, else milliseconds since 1970
 */
public record RunningProcess(long pid, long start) {

  /**
   * How long a server may take to stop in order before it is killed: Tomcat waits for its
   * applications, Cassandra flushes its tables.
   */
  static final Duration GRACE = Duration.ofSeconds(30);

  private static final Duration POLL = Duration.ofMillis(20);

  /** Returns the process that has this id now. */
  static Optional<RunningProcess> of(long pid) {
    return startOf(pid).map(start -> new RunningProcess(pid, start));
  }

  /** Returns the process that {@link #toString} described if it is still alive. */
  static Optional<RunningProcess> parse(String text) {
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

  /** Returns whether it still runs; false if it has ended but was not reaped. */
  boolean isAlive() {
    return startOf(pid).filter(now -> now == start).isPresent();
  }

  /** Asks it to end; doesn't wait. */
  void ask() {
    signal(false);
  }

  /**
   * Asks it to end and, when it hasn't after {@code grace}, kills it. Returns when it is gone.
   *
   * @return whether it had to be killed
   */
  boolean end(Duration grace) throws InterruptedException {
    ask();
    return awaitEnd(grace);
  }

  /**
   * Waits for a process that was asked, and kills it when it hasn't ended after {@code grace}. It
   * isn't asked again: InfluxDB takes that for an order to drop everything.
   *
   * @return whether it had to be killed
   */
  boolean awaitEnd(Duration grace) throws InterruptedException {
    if (isGoneWithin(grace)) {
      return false;
    }
    kill();
    return true;
  }

  /** Kills it ({@code kill -9}) and returns when it is gone. */
  void kill() throws InterruptedException {
    signalKill();
    isGoneWithin(Duration.ofSeconds(30));
  }

  /** Kills it; doesn't wait. */
  void signalKill() {
    signal(true);
  }

  private void signal(boolean forcibly) {
    if (isAlive()) {
      ProcessHandle.of(pid).ifPresent(p -> signal(p, forcibly));
    }
  }

  private static void signal(ProcessHandle process, boolean forcibly) {
    // Whether the signal was delivered shows in whether the process ends.
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
      // proc(5): pid (comm) state …; comm may hold anything, starttime is field 22.
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
