package io.perfline.gate.influx;

import io.perfline.core.command.Fault;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Sends batches while the next one is being made: a few at once, so that neither side waits for the
 * other, and no more, so that memory stays bounded. For one thread to use.
 *
 * <p>The batch mode of influxdb-java would lose points without a word here: its {@code write}
 * returns before anything is sent, a batch that was refused is told to a handler only, and what its
 * retry buffer has no room for is dropped, while the run would count as published.
 */
final class InFlight implements AutoCloseable {

  private static final int MOST = 3;

  private final ExecutorService threads = Executors.newFixedThreadPool(MOST);
  private final Deque<Future<?>> sent = new ArrayDeque<>();

  /** Sends it soon; waits while too many are on their way, and throws what became of those. */
  void send(Runnable batch) {
    if (sent.size() == MOST) {
      await(sent.remove());
    }
    sent.add(threads.submit(batch));
  }

  /** Waits until all are there. */
  void finish() {
    while (!sent.isEmpty()) {
      await(sent.remove());
    }
  }

  private static void await(Future<?> batch) {
    try {
      batch.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Fault fault) {
        throw fault;
      }
      throw new IllegalStateException("a batch could not be sent", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Fault.noVerdict("interrupted while writing to InfluxDB", e);
    }
  }

  /** What is still on its way after a failure is given up. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
