package io.perfline.sims.engine;

import io.perfline.core.run.Counts;
import io.perfline.sims.driver.Connector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Drives one load in short slices, each against one of several sides. Connections to all sides stay
 * open between slices, and the same threads drive them all. A slice ends when all its requests have
 * a result, so no request extends into the next slice.
 */
public final class Slices implements AutoCloseable {

  private static final long STEP_MILLIS = 100;
  private static final long STOP_SECONDS = 15;

  private final Ticker ticker = Ticker.system();
  private final Load load;
  private final List<LoadConnections> sides = new ArrayList<>();
  private final ExecutorService threads;
  private final SelfWatch watch = new SelfWatch(ticker);

  /**
   * Opens all connections to all sides.
   *
   * @param load its warm-up and duration are ignored: every slice has a length of its own
   * @throws io.perfline.sims.driver.DriverException if a connection cannot be opened
   */
  public Slices(Load load, List<? extends Connector> connectors) throws InterruptedException {
    this.load = load;
    threads = Executors.newCachedThreadPool(Slices::thread);
    try {
      for (Connector connector : connectors) {
        sides.add(LoadConnections.open(ticker, load, connector));
      }
    } catch (RuntimeException | InterruptedException e) {
      close();
      throw e;
    }
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "perfline-slice-sender");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Drives a slice and returns when all its requests have a result, at most two timeouts after its
   * length.
   *
   * @param side the index of the connector
   * @param seed the seed of random arrivals
   */
  public SliceMeasurement run(int side, Duration length, long seed) throws InterruptedException {
    LoadConnections connections = sides.get(side);
    long begin = ticker.nanos();
    MeasuredPeriod period = new MeasuredPeriod(begin, begin, begin + length.toNanos());
    List<SenderThreads.Sender> senders = connections.senders(period, load.withSeed(seed));
    AtomicReference<Throwable> failure = new AtomicReference<>();
    CountDownLatch sending = new CountDownLatch(senders.size());
    for (SenderThreads.Sender sender : senders) {
      threads.execute(
          () -> {
            try {
              sender.run();
            } catch (RuntimeException | Error e) {
              failure.compareAndSet(null, e);
            } finally {
              sending.countDown();
            }
          });
    }
    drain(connections, sending);
    SenderThreads.check(failure.get());
    return measurement(connections, period);
  }

  private void drain(LoadConnections side, CountDownLatch sending) throws InterruptedException {
    while (!sending.await(STEP_MILLIS, TimeUnit.MILLISECONDS)) {
      side.expire();
    }
    while (!side.idle()) {
      ticker.parkUntil(ticker.nanos() + TimeUnit.MILLISECONDS.toNanos(1));
      if (Thread.interrupted()) {
        throw new InterruptedException("the load was interrupted");
      }
      side.expire();
    }
  }

  private SliceMeasurement measurement(LoadConnections side, MeasuredPeriod period) {
    long lastSuccess = side.lastSuccess();
    Counts counts = side.take().counts();
    if (load.open() && counts.requests() > 0) {
      // The service was idle before. If it keeps up, the last answer is late only by its own time.
      lastSuccess -= Math.round(1e3 * counts.serviceTime().summary().minUs());
    }
    return new SliceMeasurement(
        (Math.max(period.until(), lastSuccess) - period.from()) / 1e9,
        counts,
        side.sent(),
        side.use());
  }

  /** Skips a slice of a recorded sequence, so that all sides continue at the same place. */
  public void skip(int side, Duration length) {
    sides.get(side).skip(length.toNanos());
  }

  /**
   * Waits for the length of a slice if no request of a recorded sequence is due on any side.
   *
   * @return false if a request is due; the method returns at once then
   */
  public boolean pause(Duration length) throws InterruptedException {
    long nanos = length.toNanos();
    if (!sides.stream().allMatch(side -> side.pauses(nanos))) {
      return false;
    }
    sides.forEach(side -> side.skip(nanos));
    long end = ticker.nanos() + nanos;
    while (ticker.nanos() - end < 0) {
      ticker.parkUntil(end);
      if (Thread.interrupted()) {
        throw new InterruptedException("the load was interrupted");
      }
    }
    return true;
  }

  /** Starts to watch the health of this process. */
  public void watch() {
    watch.lap();
  }

  /** Returns the health of this process since {@link #watch}. */
  public GeneratorHealth health() {
    return watch.health();
  }

  /** Stops all senders and closes all connections. */
  @Override
  public void close() {
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("senders still run after " + STOP_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sides.forEach(LoadConnections::close);
      watch.close();
    }
  }
}
