package io.perfline.sims.engine;

import io.perfline.core.run.RawMaterialWriter;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Connector;
import io.perfline.sims.driver.RequestListener;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A server in this process that behaves as a test requires, with the engine that loads it. */
final class FakeServer implements AutoCloseable {

  /** Handles a request. */
  interface Behaviour {
    void take(long request, RequestListener listener);
  }

  private final Path folder;
  private final ExecutorService threads = Executors.newFixedThreadPool(2);
  private final AtomicLong sent = new AtomicLong();
  private final AtomicInteger open = new AtomicInteger();

  /**
   * @param folder for the raw material of one load
   */
  FakeServer(Path folder) {
    this.folder = folder;
  }

  /** Loads it through connections with this behaviour. */
  Measurement run(Load load, Behaviour behaviour) throws Exception {
    return runThrough((index, listener) -> connect(behaviour, listener), load);
  }

  /** Runs a load with any {@code connector}. */
  Measurement runThrough(Connector connector, Load load) throws Exception {
    return runThrough(connector, load, Progress.NONE);
  }

  /** Runs a load with any {@code connector}, whose progress is reported. */
  Measurement runThrough(Connector connector, Load load, Progress progress) throws Exception {
    try (RawMaterialWriter raw = new RawMaterialWriter(folder, WrittenLoad.CASE, List.of())) {
      return new Engine(Clock.systemUTC()).run(load, connector, raw, progress);
    }
  }

  /** Returns a connection that counts as open until it is closed. */
  Connection connect(Behaviour behaviour, RequestListener listener) {
    open.incrementAndGet();
    return new Connection() {
      @Override
      public void send(long request) {
        sent.incrementAndGet();
        behaviour.take(request, listener);
      }

      @Override
      public void close() {
        open.decrementAndGet();
      }
    };
  }

  /** Answers on a thread of the server; a request has 3 messages of 100 bytes. */
  void answer(long request, RequestListener listener) {
    threads.execute(() -> listener.succeeded(request, 3, 300));
  }

  /** Returns the number of sent requests, including the warm-up. */
  long sent() {
    return sent.get();
  }

  /** Returns the number of open connections. */
  int open() {
    return open.get();
  }

  /** Returns the raw material of the load. */
  WrittenLoad written() {
    return new WrittenLoad(folder);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
