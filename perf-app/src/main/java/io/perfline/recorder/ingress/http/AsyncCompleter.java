package io.perfline.recorder.ingress.http;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.servlet.AsyncContext;

/**
 * Completes asynchronous requests, or lets the server continue with them, on a thread that has no
 * class of this application on its stack.
 *
 * <p>The server may start a worker thread while a request is being completed. A new thread keeps
 * references to the protection domains of all classes on the stack of the thread that starts it,
 * including those that this thread inherited. If one of them were a class of this application, a
 * worker of the server would keep the application's class loader in memory long after it was
 * undeployed. Therefore a thread that the JDK creates calls the server here, with only the JDK's
 * classes on its stack.
 */
final class AsyncCompleter {

  private static final Logger LOG = Logger.getLogger(AsyncCompleter.class.getName());

  private final BiConsumer<AsyncContext, Runnable> complete =
      made(
          MethodHandles.dropArguments(
              method("complete", MethodType.methodType(void.class)), 1, Runnable.class));
  private final BiConsumer<AsyncContext, Runnable> start =
      made(method("start", MethodType.methodType(void.class, Runnable.class)));

  private final ForkJoinPool pool =
      new ForkJoinPool(1, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);

  /** Completes the request soon, or runs {@code ended} if the server has already ended it. */
  void complete(AsyncContext request, Runnable ended) {
    call(complete, request, null, ended, pool);
  }

  /**
   * Makes the server run {@code work} soon on one of its threads, or runs {@code ended} if the
   * server has already ended the request.
   */
  void start(AsyncContext request, Runnable work, Runnable ended) {
    call(start, request, work, ended, pool);
  }

  private void call(
      BiConsumer<AsyncContext, Runnable> what,
      AsyncContext request,
      Runnable work,
      Runnable ended,
      ForkJoinPool executor) {
    // The handler receives every failure, and no code waits for the future.
    var unused =
        CompletableFuture.completedFuture(request)
            .thenAcceptBothAsync(CompletableFuture.completedFuture(work), what, executor)
            .exceptionally(
                reason -> {
                  if (reason.getCause() instanceof RejectedExecutionException && executor == pool) {
                    // The pool has already been closed. Threads of the common pool don't have
                    // classes of this application on their stack either.
                    call(what, request, work, ended, ForkJoinPool.commonPool());
                  } else {
                    LOG.log(Level.FINE, "a request has ended before its answer", reason);
                    ended.run();
                  }
                  return null;
                });
  }

  /** Ends the thread after its remaining tasks, or when the limit is reached. */
  void close(Duration limit) throws InterruptedException {
    pool.shutdown();
    if (!pool.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      pool.shutdownNow();
      LOG.warning("the thread that completes requests did not end");
    }
  }

  private static MethodHandle method(String name, MethodType type) {
    try {
      return MethodHandles.publicLookup().findVirtual(AsyncContext.class, name, type);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("AsyncContext." + name, e);
    }
  }

  /**
   * Returns a consumer that the JDK implements, so that no class of this application is on the
   * stack between the thread and the server.
   */
  @SuppressWarnings("unchecked") // a BiConsumer has one method, whose arguments are erased
  private static BiConsumer<AsyncContext, Runnable> made(MethodHandle handle) {
    return MethodHandleProxies.asInterfaceInstance(
        BiConsumer.class,
        handle.asType(MethodType.methodType(void.class, Object.class, Object.class)));
  }
}
