package io.perfline.recorder.in.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncListener;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AnswerTest {

  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger over = new AtomicInteger();
  private final CountDownLatch completed = new CountDownLatch(1);
  private final CompletableFuture<Runnable> started = new CompletableFuture<>();
  private final Unanswered unanswered = new Unanswered(Duration.ofSeconds(60));
  private boolean gone;
  private AsyncListener listener;

  private final AsyncContext async =
      Fakes.of(
          AsyncContext.class,
          (proxy, method, arguments) -> {
            if (method.getName().equals("addListener")) {
              listener = (AsyncListener) arguments[0];
            } else if (method.getName().equals("start")) {
              started.complete((Runnable) arguments[0]);
            } else if (method.getName().equals("complete")) {
              completed.countDown();
              if (gone) {
                throw new IllegalStateException("recycled");
              }
            }
            return null;
          });

  private final HttpServletResponse response =
      Fakes.of(HttpServletResponse.class, (proxy, method, arguments) -> null);
  private final Answer answer = answer(false);

  private Answer answer(boolean large) {
    return new Answer(
        Fakes.of(HttpServletRequest.class, (proxy, method, arguments) -> async),
        response,
        unanswered,
        large,
        over::incrementAndGet);
  }

  @AfterEach
  void end() throws InterruptedException {
    unanswered.close(Duration.ofSeconds(60));
  }

  @Test
  void thatIsKnownAtOnceIsOverWhenTheServletReturns() throws Exception {
    answer.is(response -> sent.incrementAndGet());
    assertThat(over).hasValue(0);

    answer.servletReturns();

    assertThat(sent).hasValue(1);
    assertThat(over).hasValue(1);
  }

  @Test
  void thatComesLaterIsNotOverBeforeTheServerIsDone() throws Exception {
    answer.servletReturns();
    answer.is(response -> sent.incrementAndGet());
    assertThat(completed.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(sent).hasValue(1);
    assertThat(over).hasValue(0);
    assertThat(unanswered.await(Duration.ZERO)).isEqualTo(1);

    listener.onComplete(null);

    assertThat(over).hasValue(1);
    assertThat(unanswered.await(Duration.ZERO)).isZero();
  }

  @Test
  void isOverWhenTheServerHadEndedTheRequestBeforeWithoutAWord() throws Exception {
    gone = true;
    answer.servletReturns();

    answer.is(response -> sent.incrementAndGet());

    assertThat(unanswered.await(Duration.ofSeconds(60))).isZero();
    assertThat(over).hasValue(1);
  }

  @Test
  void isOverOnceThoughTheServerSaysSoLater() throws Exception {
    gone = true;
    answer.servletReturns();
    answer.is(response -> sent.incrementAndGet());
    assertThat(unanswered.await(Duration.ofSeconds(60))).isZero();

    listener.onComplete(null);

    assertThat(over).hasValue(1);
  }

  @Test
  void thatMayBeLargeIsSentByAThreadOfTheServer() throws Exception {
    Answer large = answer(true);
    large.servletReturns();

    large.is(response -> sent.incrementAndGet());

    Runnable work = started.get(60, TimeUnit.SECONDS);
    assertThat(sent).hasValue(0);
    work.run();
    assertThat(sent).hasValue(1);
    assertThat(completed.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(over).hasValue(0);
  }

  @Test
  void keepsTheServerFromEndingTheRequestWhileItIsSent() throws Exception {
    answer.servletReturns();
    CountDownLatch sending = new CountDownLatch(1);
    CountDownLatch slow = new CountDownLatch(1);
    Thread sender =
        new Thread(
            () ->
                answer.is(
                    response -> {
                      sending.countDown();
                      awaitUninterruptibly(slow);
                    }));
    sender.start();
    assertThat(sending.await(60, TimeUnit.SECONDS)).isTrue();
    Thread server = new Thread(() -> onTimeout());
    server.start();

    server.join(200);
    assertThat(server.isAlive()).isTrue();
    slow.countDown();

    server.join(60_000);
    assertThat(server.isAlive()).isFalse();
  }

  private void onTimeout() {
    try {
      listener.onTimeout(null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void isNotSentWhenTheServerGaveUpWaiting() throws Exception {
    answer.servletReturns();
    listener.onComplete(null);

    answer.is(response -> sent.incrementAndGet());

    assertThat(sent).hasValue(0);
    assertThat(over).hasValue(1);
  }
}
