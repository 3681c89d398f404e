package io.perfline.sims.service;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Starts and stops the instances of both builds. */
final class ParallelInstances {

  private ParallelInstances() {}

  /** Starts both builds at the same time; in a shared Tomcat, one WAR after the other. */
  static void run(List<ServiceInstance> two, BuiltService first, BuiltService second)
      throws InterruptedException {
    FutureTask<Void> other =
        new FutureTask<>(
            () -> {
              two.get(1).run(second);
              return null;
            });
    Thread thread = new Thread(other, "perf-deploy");
    if (!two.get(0).sharesProcessWith(two.get(1))) {
      thread.start();
    }
    try {
      two.get(0).run(first);
    } finally {
      if (thread.getState() == Thread.State.NEW) {
        thread.start();
      }
      thread.join();
    }
    try {
      other.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    }
  }

  /**
   * Stops the instances at the same time, because a service may take seconds to stop; in a shared
   * Tomcat, one after the other.
   */
  static void close(List<ServiceInstance> instances) {
    if (instances.size() == 2 && instances.get(0).sharesProcessWith(instances.get(1))) {
      instances.forEach(ServiceInstance::close);
      return;
    }
    try {
      CompletableFuture.allOf(
              instances.stream()
                  .map(instance -> CompletableFuture.runAsync(instance::close))
                  .toArray(CompletableFuture[]::new))
          .join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }
}
