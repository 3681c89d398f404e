package io.perfline.recorder.in.http;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.servlet.AsyncContext;

/**
 * Completes asynchronous requests on a thread that shows nothing of this application.
 *
 * <p>The server may start a worker thread while a request is completed. A new thread keeps the
 * protection domains of all that is on the stack of the one that starts it, and of all that was
 * when that was started, and so do the threads that follow it. With a class of ours among them, a
 * worker of the server would hold our class loader long after the application has gone. Hence a
 * thread of the JDK's own making calls the server here, with only the JDK's classes on its stack.
 */
final class Completions {

  private static final Logger LOG = Logger.getLogger(Completions.class.getName());

  private final Consumer<AsyncContext> complete = made("complete");
  private final Consumer<AsyncContext> dispatch = made("dispatch");

  private final ForkJoinPool pool =
      new ForkJoinPool(1, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);

  /** Completes the request soon, or runs {@code ended} when the server has ended it already. */
  void complete(AsyncContext request, Runnable ended) {
    call(complete, request, ended, pool);
  }

  /** Has the server call the servlet again soon, which then completes the request, or as above. */
  void dispatch(AsyncContext request, Runnable ended) {
    call(dispatch, request, ended, pool);
  }

  private void call(
      Consumer<AsyncContext> what, AsyncContext request, Runnable ended, ForkJoinPool by) {
    // What has failed is seen to there; nobody waits for it.
    var unused =
        CompletableFuture.completedFuture(request)
            .thenAcceptAsync(what, by)
            .exceptionally(
                reason -> {
                  failed(what, request, ended, reason);
                  return null;
                });
  }

  private void failed(
      Consumer<AsyncContext> what, AsyncContext request, Runnable ended, Throwable reason) {
    if (reason.getCause() instanceof RejectedExecutionException) {
      // The thread has ended already; the JDK's own show nothing of this application either.
      call(what, request, ended, ForkJoinPool.commonPool());
    } else {
      LOG.log(Level.FINE, "a request has ended before its answer", reason);
      ended.run();
    }
  }

  /** Ends the thread after what it was given. */
  void close(Duration limit) throws InterruptedException {
    pool.shutdown();
    if (!pool.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      pool.shutdownNow();
      LOG.warning("the thread that completes requests did not end");
    }
  }

  /** Calls this method; made by the JDK, so that nothing of ours is between it and the server. */
  @SuppressWarnings("unchecked") // a Consumer has one method, whose argument is erased
  private static Consumer<AsyncContext> made(String method) {
    try {
      MethodHandle handle =
          MethodHandles.publicLookup()
              .findVirtual(AsyncContext.class, method, MethodType.methodType(void.class))
              .asType(MethodType.methodType(void.class, Object.class));
      return MethodHandleProxies.asInterfaceInstance(Consumer.class, handle);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("AsyncContext." + method, e);
    }
  }
}
