package io.perfline.recorder.ingress.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.servlet.ServletOutputStream;
import javax.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StoreReadPoolTest {

  private static final long ALL_ROOM = 1L << 40;
  private static final int AT_ONCE = 128;

  private final PendingRequests pending = new PendingRequests(Duration.ofSeconds(60));
  private final StoreReadPool pool = new StoreReadPool(pending);

  @AfterEach
  void close() throws InterruptedException {
    pool.close(Duration.ofSeconds(60));
    pending.close(Duration.ofSeconds(60));
  }

  @Test
  void admitsOneLargeResponseAtATime() throws Exception {
    Visitor first = new Visitor(ALL_ROOM);
    assertThat(first.isSent()).isTrue();
    assertThat(new Visitor(ALL_ROOM).isSent()).isFalse();

    first.isOver();

    assertThat(new Visitor(ALL_ROOM).isSent()).isTrue();
  }

  @Test
  void hasRoomAgainAfterATimeoutDuringTheRead() throws Exception {
    Visitor late = new Visitor(ALL_ROOM);
    CompletableFuture<Void> reads = new CompletableFuture<>();
    pool.answer(
        late.request.request,
        late.response,
        () -> {
          reads.join();
          return late.found;
        });
    late.isOver();
    reads.complete(null);

    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!new Visitor(ALL_ROOM).isSentAndOver()) {
      assertThat(System.nanoTime() - end).isNegative();
    }
  }

  @Test
  void refusesRequestsBeyondTheLimit() throws Exception {
    List<Visitor> visitors = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      Visitor visitor = new Visitor(0);
      visitors.add(visitor);
      assertThat(visitor.isSent()).as("visitor " + i).isTrue();
    }
    assertThat(new Visitor(0).isSent()).isFalse();

    visitors.get(0).isOver();

    assertThat(new Visitor(0).isSent()).isTrue();
  }

  /** A request that is asynchronous before anything is read. */
  private final class Visitor {

    private final CompletableFuture<Boolean> sent = new CompletableFuture<>();
    private final FakeRequest request = new FakeRequest();
    private final StoreReadPool.Found found;

    private final HttpServletResponse response =
        Fakes.of(
            HttpServletResponse.class,
            (proxy, method, arguments) -> {
              if (method.getName().equals("setStatus")) {
                sent.complete((int) arguments[0] != 503);
              }
              return method.getName().equals("getOutputStream") ? new Swallowing() : null;
            });

    Visitor(long bytes) {
      found = new StoreReadPool.Found(out -> sent.complete(true), bytes);
      var unused = request.started.thenAccept(Runnable::run);
    }

    boolean isSent() throws Exception {
      pool.answer(
          request.request,
          response,
          () -> {
            request.listener.join();
            return found;
          });
      return sent.get(60, TimeUnit.SECONDS);
    }

    boolean isSentAndOver() throws Exception {
      boolean isSent = isSent();
      isOver();
      return isSent;
    }

    /** Simulates the server's notification of the end. */
    void isOver() throws Exception {
      request.listener.get(60, TimeUnit.SECONDS).onComplete(null);
    }
  }

  private static final class Swallowing extends ServletOutputStream {
    @Override
    public void write(int b) throws IOException {
      // Not used by the test.
    }
  }
}
