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
 * Has the server go on with asynchronous requests, by a thread that shows nothing of this
 * application.
 *
 * <p>The server may start a worker thread while a request is completed. A new thread keeps the
 * protection domains of all that is on the stack of the one that starts it, and of all that was
 * when that was started, and so do the threads that follow it. With a class of ours among them, a
 * worker of the server would hold our class loader long after the application has gone. Hence a
 * thread of the JDK's own making calls the server here, with only the JDK's classes on its stack.
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

  /** Completes the request soon, or runs {@code ended} when the server has ended it already. */
  void complete(AsyncContext request, Runnable ended) {
    call(complete, request, null, ended, pool);
  }

  /** Has the server do this work on a thread of its own soon, or as above. */
  void start(AsyncContext request, Runnable work, Runnable ended) {
    call(start, request, work, ended, pool);
  }

  private void call(
      BiConsumer<AsyncContext, Runnable> what,
      AsyncContext request,
      Runnable work,
      Runnable ended,
      ForkJoinPool executor) {
    // The handler sees every failure, and nobody waits for the future.
    var unused =
        CompletableFuture.completedFuture(request)
            .thenAcceptBothAsync(CompletableFuture.completedFuture(work), what, executor)
            .exceptionally(
                reason -> {
                  if (reason.getCause() instanceof RejectedExecutionException && executor == pool) {
                    // Ended already; the JDK's own threads show nothing of this application either.
                    call(what, request, work, ended, ForkJoinPool.commonPool());
                  } else {
                    LOG.log(Level.FINE, "a request has ended before its answer", reason);
                    ended.run();
                  }
                  return null;
                });
  }

  /** Ends the thread after what it was given. */
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

  /** Made by the JDK, so that nothing of ours is between its thread and the server. */
  @SuppressWarnings("unchecked") // a BiConsumer has one method, whose arguments are erased
  private static BiConsumer<AsyncContext, Runnable> made(MethodHandle handle) {
    return MethodHandleProxies.asInterfaceInstance(
        BiConsumer.class,
        handle.asType(MethodType.methodType(void.class, Object.class, Object.class)));
  }
}
