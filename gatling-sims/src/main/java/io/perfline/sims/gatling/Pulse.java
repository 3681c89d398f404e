package io.perfline.sims.gatling;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * In Gatling's JVM: writes ten times a second how much processor time the process has used, the
 * longest time for which it stood still, how much it has received and how many visitors there are,
 * and ends the process when the one that started it is gone.
 */
final class Pulse implements AutoCloseable {

  /** What its file is called; it lies beside the load file. */
  static final String FILE = "generator.csv";

  static final String HEADER = "epoch_ms,cpu_ns,longest_pause_us,received_bytes,gc_ms,users";

  private static final long NAP_NANOS = 1_000_000;
  private static final long LINE_NANOS = 100_000_000;

  private final OperatingSystemMXBean machine =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final ProcessHandle starter = ProcessHandle.current().parent().orElseThrow();
  private final BufferedWriter out;
  private final LongSupplier received;
  private final IntSupplier users;
  private final Thread thread;
  private volatile boolean closed;

  private Pulse(Path file, LongSupplier received, IntSupplier users) throws IOException {
    this.received = received;
    this.users = users;
    out = Files.newBufferedWriter(file);
    out.write(HEADER + "\n");
    thread = new Thread(this::watch, "pulse");
    thread.setDaemon(true);
  }

  /**
   * Begins to watch, for the load of this JVM.
   *
   * @param received tells how many bytes of bodies have come so far
   * @param users tells how many visitors there are
   */
  static Pulse start(LongSupplier received, IntSupplier users) {
    try {
      Pulse pulse = new Pulse(LoadFile.path().resolveSibling(FILE), received, users);
      pulse.thread.start();
      return pulse;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + FILE + " beside " + LoadFile.path(), e);
    }
  }

  private void watch() {
    try (out) {
      while (!closed) {
        line(longestPause());
        if (!starter.isAlive()) {
          Runtime.getRuntime().halt(1);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + FILE, e);
    }
  }

  /** How much longer than asked the longest nap of a tenth of a second was. */
  private static long longestPause() {
    long longest = 0;
    long until = System.nanoTime() + LINE_NANOS;
    for (long now = System.nanoTime(); now < until; ) {
      LockSupport.parkNanos(NAP_NANOS);
      long awake = System.nanoTime();
      longest = Math.max(longest, awake - now - NAP_NANOS);
      now = awake;
    }
    return longest;
  }

  private void line(long pauseNanos) throws IOException {
    out.write(
        System.currentTimeMillis()
            + ","
            + machine.getProcessCpuTime()
            + ","
            + pauseNanos / 1000
            + ","
            + received.getAsLong()
            + ","
            + gcMillis()
            + ","
            + users.getAsInt()
            + "\n");
    out.flush();
  }

  private static long gcMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
