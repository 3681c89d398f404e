package io.perfline.recorder.in.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncListener;
import javax.servlet.ServletOutputStream;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReadersTest {

  private static final long ALL_ROOM = 1L << 40;
  private static final int MORE_THAN_AT_ONCE = 200;

  private final Unanswered unanswered = new Unanswered(Duration.ofSeconds(60));
  private final Readers readers = new Readers(unanswered);

  @AfterEach
  void close() throws InterruptedException {
    readers.close(Duration.ofSeconds(60));
    unanswered.close(Duration.ofSeconds(60));
  }

  @Test
  void haveRoomAgainWhenAnAnswerWasSent() throws Exception {
    for (int i = 0; i < 3; i++) {
      Visitor visitor = new Visitor();
      assertThat(visitor.isSent()).isTrue();
      visitor.isOver();
    }
  }

  @Test
  void haveRoomAgainWhenTheServerGaveUpWhileTheyRead() throws Exception {
    for (int i = 0; i < 3; i++) {
      Visitor late = new Visitor();
      CountDownLatch reads = new CountDownLatch(1);
      readers.answer(
          late.request,
          late.response,
          () -> {
            await(reads);
            return late.found;
          });
      late.isOver();
      reads.countDown();
    }
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!new Visitor().isSent()) {
      assertThat(System.nanoTime() - end).isNegative();
    }
  }

  @Test
  void refuseWhoComesWhileTooManyAreNotFinished() throws Exception {
    List<Visitor> visitors = new ArrayList<>();
    for (int i = 0; i < MORE_THAN_AT_ONCE; i++) {
      Visitor visitor = new Visitor();
      visitors.add(visitor);
      readers.answer(visitor.request, visitor.response, () -> new Readers.Found(out -> {}, 0));
    }
    assertThat(visitors).extracting(visitor -> visitor.status).contains(0, 503);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Asks for something that takes all the room there is. */
  private final class Visitor {

    private final CompletableFuture<Boolean> sent = new CompletableFuture<>();
    private final Readers.Found found = new Readers.Found(out -> sent.complete(true), ALL_ROOM);
    private volatile int status;
    private AsyncListener listener;

    private final AsyncContext async =
        Fakes.of(
            AsyncContext.class,
            (proxy, method, arguments) -> {
              if (method.getName().equals("addListener")) {
                listener = (AsyncListener) arguments[0];
              } else if (method.getName().equals("start")) {
                ((Runnable) arguments[0]).run();
              }
              return null;
            });

    private final HttpServletRequest request =
        Fakes.of(
            HttpServletRequest.class,
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "startAsync" -> async;
                  case "getMethod" -> "GET";
                  default -> null;
                });

    private final HttpServletResponse response =
        Fakes.of(
            HttpServletResponse.class,
            (proxy, method, arguments) -> {
              if (method.getName().equals("setStatus")) {
                status = (int) arguments[0];
                sent.complete(false);
              }
              return method.getName().equals("getOutputStream") ? new Swallowing() : null;
            });

    boolean isSent() throws Exception {
      readers.answer(request, response, () -> found);
      return sent.get(60, TimeUnit.SECONDS);
    }

    /** The server says that it is done, unless that was known when the servlet returned. */
    void isOver() throws IOException {
      if (listener != null) {
        listener.onComplete(null);
      }
    }
  }

  private static final class Swallowing extends ServletOutputStream {
    @Override
    public void write(int b) {
      // Only what is answered counts.
    }
  }
}
