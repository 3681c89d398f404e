package io.perfline.recorder.ingress.http;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import javax.servlet.AsyncContext;
import javax.servlet.AsyncListener;
import javax.servlet.http.HttpServletRequest;

/** A GET request that records calls of the server after it became asynchronous. */
final class FakeRequest {

  /** The task that the server runs for it. */
  final CompletableFuture<Runnable> started = new CompletableFuture<>();

  final CompletableFuture<AsyncListener> listener = new CompletableFuture<>();
  final CountDownLatch completed = new CountDownLatch(1);

  /** The timeouts set, in milliseconds and in order. */
  final List<Long> timeouts = new CopyOnWriteArrayList<>();

  /** True if the server has ended the request before its completion. */
  volatile boolean gone;

  private final AsyncContext async =
      Fakes.of(
          AsyncContext.class,
          (proxy, method, arguments) -> {
            switch (method.getName()) {
              case "addListener" -> listener.complete((AsyncListener) arguments[0]);
              case "setTimeout" -> timeouts.add((Long) arguments[0]);
              case "start" -> started.complete((Runnable) arguments[0]);
              case "complete" -> complete();
              default -> {}
            }
            return null;
          });

  final HttpServletRequest request =
      Fakes.of(
          HttpServletRequest.class,
          (proxy, method, arguments) ->
              switch (method.getName()) {
                case "startAsync" -> async;
                case "getMethod" -> "GET";
                default -> null;
              });

  private void complete() {
    completed.countDown();
    if (gone) {
      throw new IllegalStateException("recycled");
    }
  }
}
