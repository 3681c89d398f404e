package io.perfline.sims.gatling.load;

import io.gatling.app.Gatling;
import io.perfline.sims.engine.GeneratorHealth;
import io.perfline.sims.engine.SelfWatch;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Records the health of Gatling's JVM, the received bytes and the number of visitors ten times per
 * second, in that JVM. It ends the JVM when the process that started it has ended.
 */
public final class Pulse implements AutoCloseable {

  /**
   * The environment variable with a {@link SimulationTurn}, whose system properties may contain
   * secrets.
   */
  public static final String PROPERTIES = "PERFLINE_PROPERTIES";

  private static final long BEAT_NANOS = 100_000_000;

  private final ProcessHandle starter = ProcessHandle.current().parent().orElseThrow();
  private final SelfWatch watch = SelfWatch.start();
  private final BufferedWriter out;
  private final LongSupplier received;
  private final IntSupplier users;
  private final Thread thread;
  private volatile boolean closed;

  private Pulse(Path file, LongSupplier received, IntSupplier users) throws IOException {
    this.received = received;
    this.users = users;
    out = Files.newBufferedWriter(file);
    thread = new Thread(this::beats, "pulse");
    thread.setDaemon(true);
  }

  /**
   * Starts recording for the load of this JVM.
   *
   * @param received returns the bytes of response bodies received so far
   * @param users returns the current number of visitors
   */
  static Pulse start(LongSupplier received, IntSupplier users) {
    Path file = Handover.path().resolveSibling(GeneratorWatch.FILE);
    try {
      Pulse pulse = new Pulse(file, received, users);
      pulse.thread.start();
      return pulse;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  /**
   * Runs Gatling with a user's own simulation, and watches the JVM.
   *
   * @throws IOException if the system properties of the simulation can't be read
   */
  public static void main(String[] args) throws IOException {
    setProperties();
    Pulse pulse = start(() -> 0, () -> 0);
    Runtime.getRuntime().addShutdownHook(new Thread(pulse::close, "end-pulse"));
    Gatling.main(args);
  }

  /** Sets the system properties that {@link #PROPERTIES} contains. */
  static void setProperties() throws IOException {
    String json = System.getenv(PROPERTIES);
    if (json != null) {
      Handover.parse(json, SimulationTurn.class).properties().forEach(System::setProperty);
    }
  }

  private void beats() {
    try (watch;
        out) {
      long last = System.nanoTime();
      while (!closed) {
        while (System.nanoTime() - last < BEAT_NANOS) {
          LockSupport.parkNanos(last + BEAT_NANOS - System.nanoTime());
        }
        long now = System.nanoTime();
        beat((now - last) / 1e6, watch.lap());
        last = now;
        if (!starter.isAlive()) {
          Runtime.getRuntime().halt(1);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + GeneratorWatch.FILE, e);
    }
  }

  private void beat(double millis, GeneratorHealth health) throws IOException {
    out.write(
        Handover.line(
            new GeneratorWatch.Beat(
                System.currentTimeMillis(),
                millis,
                health,
                received.getAsLong(),
                users.getAsInt())));
    out.flush();
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
