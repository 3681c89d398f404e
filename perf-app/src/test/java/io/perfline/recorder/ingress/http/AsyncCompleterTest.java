package io.perfline.recorder.ingress.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.servlet.AsyncContext;
import org.junit.jupiter.api.Test;

class AsyncCompleterTest {

  private static final Runnable NEVER =
      () -> {
        throw new AssertionError("the server had not ended it");
      };

  private final AsyncCompleter completer = new AsyncCompleter();
  private final CompletableFuture<List<Class<?>>> seen = new CompletableFuture<>();

  /** Records which classes are on the stack when it is completed. */
  private final AsyncContext request =
      Fakes.of(
          AsyncContext.class,
          (proxy, method, arguments) -> {
            seen.complete(stack());
            return null;
          });

  private static List<Class<?>> stack() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(frames -> frames.<Class<?>>map(StackWalker.StackFrame::getDeclaringClass).toList());
  }

  @Test
  void hidesOurClassesFromTheServer() throws Exception {
    completer.complete(request, NEVER);

    assertThatTheServerSeesNoneOfOurs();
  }

  @Test
  void hidesOurClassesWhileStoppingToo() throws Exception {
    completer.close(Duration.ofSeconds(60));

    completer.complete(request, NEVER);

    assertThatTheServerSeesNoneOfOurs();
  }

  @Test
  void reportsARequestThatTheServerHasEnded() throws Exception {
    CompletableFuture<Void> ended = new CompletableFuture<>();

    completer.complete(gone(), () -> ended.complete(null));

    ended.get(60, TimeUnit.SECONDS);
  }

  @Test
  void reportsAnEndedRequestWhileStoppingToo() throws Exception {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    completer.close(Duration.ofSeconds(60));

    completer.complete(gone(), () -> ended.complete(null));

    ended.get(60, TimeUnit.SECONDS);
  }

  private static AsyncContext gone() {
    return Fakes.of(
        AsyncContext.class,
        (proxy, method, arguments) -> {
          throw new IllegalStateException("recycled");
        });
  }

  @Test
  void hidesOurClassesFromTasksOfTheServer() throws Exception {
    completer.start(request, () -> {}, NEVER);

    assertThatTheServerSeesNoneOfOurs();
  }

  @Test
  void reportsAServerThatAcceptsNoMoreTasks() throws Exception {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    AsyncContext full =
        Fakes.of(
            AsyncContext.class,
            (proxy, method, arguments) -> {
              throw new RejectedExecutionException("stopping");
            });

    completer.start(full, () -> {}, () -> ended.complete(null));

    ended.get(60, TimeUnit.SECONDS);
  }

  private void assertThatTheServerSeesNoneOfOurs() throws Exception {
    assertThat(seen.get(60, TimeUnit.SECONDS))
        .filteredOn(type -> type.getName().startsWith("io.perfline"))
        .containsOnly(getClass());
  }
}
