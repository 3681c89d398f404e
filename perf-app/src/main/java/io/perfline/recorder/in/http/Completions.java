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

  /** Made by the JDK, so that none of our code is between its thread and the server. */
  private final Consumer<AsyncContext> complete = complete();

  private final ForkJoinPool pool =
      new ForkJoinPool(1, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);

  /** Completes the request soon. */
  void complete(AsyncContext request) {
    // What has failed is seen to there; nobody waits for it.
    var unused =
        CompletableFuture.completedFuture(request)
            .thenAcceptAsync(complete, pool)
            .exceptionally(reason -> failed(request, reason));
  }

  private Void failed(AsyncContext request, Throwable reason) {
    if (reason.getCause() instanceof RejectedExecutionException) {
      // The thread has ended already; the JDK's own show nothing of this application either.
      var unused =
          CompletableFuture.completedFuture(request)
              .thenAcceptAsync(complete, ForkJoinPool.commonPool());
    } else {
      LOG.log(Level.FINE, "a request has ended before its answer", reason);
    }
    return null;
  }

  /** Ends the thread after what it was given. */
  void close(Duration limit) throws InterruptedException {
    pool.shutdown();
    if (!pool.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      pool.shutdownNow();
      LOG.warning("the thread that completes requests did not end");
    }
  }

  @SuppressWarnings("unchecked") // a Consumer has one method, whose argument is erased
  private static Consumer<AsyncContext> complete() {
    try {
      MethodHandle handle =
          MethodHandles.publicLookup()
              .findVirtual(AsyncContext.class, "complete", MethodType.methodType(void.class))
              .asType(MethodType.methodType(void.class, Object.class));
      return MethodHandleProxies.asInterfaceInstance(Consumer.class, handle);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("AsyncContext.complete", e);
    }
  }
}
