package io.perfline.recorder.in.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncListener;
import javax.servlet.DispatcherType;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AnswerTest {

  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger over = new AtomicInteger();
  private final CountDownLatch completed = new CountDownLatch(1);
  private final CountDownLatch dispatched = new CountDownLatch(1);
  private final Map<String, Object> attributes = new ConcurrentHashMap<>();
  private final Unanswered unanswered = new Unanswered(Duration.ofSeconds(60));
  private boolean gone;
  private AsyncListener listener;

  private final AsyncContext async =
      Fakes.of(
          AsyncContext.class,
          (proxy, method, arguments) -> {
            if (method.getName().equals("addListener")) {
              listener = (AsyncListener) arguments[0];
            } else if (method.getName().equals("dispatch")) {
              dispatched.countDown();
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
        request(DispatcherType.REQUEST), response, unanswered, large, over::incrementAndGet);
  }

  private HttpServletRequest request(DispatcherType type) {
    return Fakes.of(
        HttpServletRequest.class,
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "getDispatcherType" -> type;
              case "startAsync" -> async;
              case "setAttribute" -> attributes.put((String) arguments[0], arguments[1]);
              case "getAttribute" -> attributes.get((String) arguments[0]);
              default -> throw new UnsupportedOperationException(method.getName());
            });
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
  void thatMayBeLargeIsSentByTheServersThreadWhenItComesBack() throws Exception {
    Answer large = answer(true);
    large.servletReturns();

    large.is(response -> sent.incrementAndGet());

    assertThat(dispatched.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(sent).hasValue(0);
    assertThat(Answer.resumed(request(DispatcherType.ASYNC), response)).isTrue();
    assertThat(sent).hasValue(1);
    assertThat(over).hasValue(0);
  }

  @Test
  void ofANewRequestIsNotThereYet() throws Exception {
    assertThat(Answer.resumed(request(DispatcherType.REQUEST), response)).isFalse();
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
