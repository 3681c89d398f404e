package io.perfline.sims.driver.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.command.Fault;
import io.perfline.core.project.Replay;
import io.perfline.sims.driver.ByteText;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.RequestSequence;
import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * The requests of a recording, at their recorded times or at a constant rate. The recording is
 * repeated without end. A thread reads ahead, in bounded memory.
 */
final class ReplaySequence implements RequestSequence, AutoCloseable {

  private static final int AHEAD = 256;
  private static final int BYTES_AHEAD = 32 << 20;
  private static final long MICRO = 1000;

  /**
   * A request with the bytes that it takes up in memory, or the reason why reading ahead has ended.
   */
  private record Ahead(ReplayRequest request, int bytes, RuntimeException failure) {}

  private final Replay replay;
  private final ReplayMeasure measure;
  private final HttpAddress service;
  private final String authorization;
  private final BlockingQueue<Ahead> ahead = new ArrayBlockingQueue<>(AHEAD);
  private final Semaphore room = new Semaphore(BYTES_AHEAD);
  private final ByteText scratch = new ByteText();
  private int shard;
  private int shards = 1;
  private Thread reader;
  private long sent;
  private volatile boolean closed;

  /**
   * @param authorization the value of each request's header {@code Authorization}; null for none
   */
  ReplaySequence(Replay replay, ReplayMeasure measure, HttpAddress service, String authorization) {
    this.replay = replay;
    this.measure = measure;
    this.service = service;
    this.authorization = authorization;
  }

  /**
   * Restricts the sequence to the recorded connections that belong to one of several generators.
   */
  void shard(int index, int count) {
    shard = index;
    shards = count;
  }

  @Override
  public double ratePerSecond() {
    return replay.rate() != null
        ? replay.rate()
        : measure.exchanges() * replay.speed() * 1e6 / measure.micros();
  }

  @Override
  public ReplayRequest next() {
    if (reader == null) {
      reader = new Thread(this::readAhead, "perfline-replay-reader");
      reader.setDaemon(true);
      reader.start();
    }
    try {
      Ahead next = ahead.take();
      room.release(next.bytes());
      if (next.failure() != null) {
        throw new DriverException(next.failure().getMessage(), next.failure());
      }
      return next.request();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverException("interrupted while the recording was read", e);
    }
  }

  private void readAhead() {
    try {
      for (long round = 0; !closed; round++) {
        readAll(round);
      }
    } catch (InterruptedException e) {
      if (!closed) {
        fail(new DriverException("the reader of the recording was interrupted", e));
      }
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  private void fail(RuntimeException e) {
    try {
      ahead.put(new Ahead(null, 0, e));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Reads the recording once.
   *
   * @param round the number of times it was read before
   */
  private void readAll(long round) throws InterruptedException {
    long before = sent;
    long added = 0;
    long last = 0;
    try (CaptureReader file = new CaptureReader(replay.file())) {
      for (CapturedExchange one = file.next(); one != null && !closed; one = file.next()) {
        last = Math.max(last, one.atMicros()); // long exchanges may be out of order
        if (one.connection() % shards == shard) {
          add(one, round * measure.micros() + last);
          added++;
        }
        sent++;
      }
    }
    if (sent == before && !closed) {
      throw Fault.noVerdict("the recording %s is empty by now".formatted(replay.file()));
    }
    if (added == 0 && !closed) {
      throw Fault.noVerdict(
          "the recording %s has no connection for shard %d of %d: use fewer generators"
              .formatted(replay.file(), shard + 1, shards));
    }
  }

  private void add(CapturedExchange one, long micros) throws InterruptedException {
    JsonNode answer = compared(one);
    int bytes =
        Math.min(BYTES_AHEAD, one.content().length + (answer == null ? 0 : one.answer().length()));
    room.acquire(bytes);
    long due =
        replay.rate() == null
            ? Math.round(micros * MICRO / replay.speed())
            : Math.round(sent * 1e9 / replay.rate());
    ahead.put(
        new Ahead(
            new ReplayRequest(
                due,
                one.connection(),
                one.method(),
                one.path(),
                ReplayRequest.bytes(one, service, authorization, scratch),
                one.content().length,
                one.status(),
                answer),
            bytes,
            null));
  }

  private JsonNode compared(CapturedExchange one) {
    if (replay.fields().isEmpty() || one.answer() == null) {
      return null;
    }
    try {
      return JsonText.whole(one.answer());
    } catch (IOException e) {
      throw new DriverException("a recorded answer is not JSON: " + e, e);
    }
  }

  @Override
  public void close() {
    closed = true;
    if (reader != null) {
      reader.interrupt();
    }
  }
}
