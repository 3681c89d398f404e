package io.perfline.recorder.ingress.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AsyncReplyTest {

  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger over = new AtomicInteger();
  private final PendingRequests pending = new PendingRequests(Duration.ofSeconds(60));
  private final FakeRequest request = new FakeRequest();
  private final AsyncReply answer = answer(false);

  private AsyncReply answer(boolean large) {
    return new AsyncReply(
        request.request,
        Fakes.of(HttpServletResponse.class, (proxy, method, arguments) -> null),
        pending,
        large,
        over::incrementAndGet);
  }

  @AfterEach
  void end() throws InterruptedException {
    pending.close(Duration.ofSeconds(60));
  }

  @Test
  void anImmediateReplyIsCompleteWhenTheServletReturns() throws Exception {
    answer.complete(response -> sent.incrementAndGet());
    assertThat(over).hasValue(0);

    answer.servletReturns();

    assertThat(sent).hasValue(1);
    assertThat(over).hasValue(1);
  }

  @Test
  void aLaterReplyIsNotCompleteBeforeTheServerIsDone() throws Exception {
    answer.servletReturns();
    answer.complete(response -> sent.incrementAndGet());
    assertThat(request.completed.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(sent).hasValue(1);
    assertThat(over).hasValue(0);
    assertThat(pending.await(Duration.ZERO)).isEqualTo(1);

    request.listener.join().onComplete(null);

    assertThat(over).hasValue(1);
    assertThat(pending.await(Duration.ZERO)).isZero();
  }

  @Test
  void isCompleteIfTheServerSilentlyEndedTheRequest() throws Exception {
    request.gone = true;
    answer.servletReturns();

    answer.complete(response -> sent.incrementAndGet());

    assertThat(pending.await(Duration.ofSeconds(60))).isZero();
    assertThat(over).hasValue(1);
  }

  @Test
  void isCompletedOnlyOnce() throws Exception {
    request.gone = true;
    answer.servletReturns();
    answer.complete(response -> sent.incrementAndGet());
    assertThat(pending.await(Duration.ofSeconds(60))).isZero();

    request.listener.join().onComplete(null);

    assertThat(over).hasValue(1);
  }

  @Test
  void aLargeReplyIsSentByAServerThread() throws Exception {
    AsyncReply large = answer(true);
    large.servletReturns();

    large.complete(response -> sent.incrementAndGet());

    Runnable work = request.started.get(60, TimeUnit.SECONDS);
    assertThat(sent).hasValue(0);
    work.run();
    assertThat(sent).hasValue(1);
    assertThat(request.completed.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(over).hasValue(0);
  }

  @Test
  void alwaysHasATimeout() throws Exception {
    AsyncReply large = answer(true);
    large.servletReturns();

    large.complete(response -> sent.incrementAndGet());

    request.started.get(60, TimeUnit.SECONDS);
    assertThat(request.timeouts).hasSize(2).allMatch(millis -> millis > 0);
    assertThat(request.timeouts.get(1)).isGreaterThan(request.timeouts.get(0));
  }

  @Test
  void preventsTheServerFromEndingTheRequestWhileSending() throws Exception {
    answer.servletReturns();
    CountDownLatch sending = new CountDownLatch(1);
    CountDownLatch slow = new CountDownLatch(1);
    Thread sender =
        new Thread(
            () ->
                answer.complete(
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

  @Test
  void isNotSentAfterTheServersTimeout() throws Exception {
    answer.servletReturns();
    request.listener.join().onComplete(null);

    answer.complete(response -> sent.incrementAndGet());

    assertThat(sent).hasValue(0);
    assertThat(over).hasValue(1);
  }

  private void onTimeout() {
    try {
      request.listener.join().onTimeout(null);
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
}
