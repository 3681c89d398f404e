package io.perfline.recorder.store.cassandra;

import com.datastax.driver.core.ThreadingOptions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;

/**
 * Knows the driver's threads: a closed driver says that it has closed while some of them, the
 * reaper of its connections for one, are still ending.
 */
final class DriverThreads extends ThreadingOptions {

  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  @Override
  public ThreadFactory createThreadFactory(String clusterName, String executorName) {
    ThreadFactory factory = super.createThreadFactory(clusterName, executorName);
    return task -> {
      Thread thread = factory.newThread(task);
      threads.removeIf(one -> one.getState() == Thread.State.TERMINATED);
      threads.add(thread);
      return thread;
    };
  }

  /** Waits until all of them have ended, at most so long in all. */
  void awaitEnd(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    for (Thread thread : List.copyOf(threads)) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left > 0) {
        thread.join(left);
      }
    }
  }
}
