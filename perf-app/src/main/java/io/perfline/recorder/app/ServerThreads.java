package io.perfline.recorder.app;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Removes this application's class loader from the server's idle threads.
 *
 * <p>A worker thread of Tomcat 7 that returns from an application which is stopping keeps its class
 * loader as the context class loader ({@code StandardHostValve.invoke} returns before it restores
 * the server's), until it serves another request or has been idle for a minute.
 */
final class ServerThreads {

  /** The package of the classes that pass a request through the server. */
  private static final String SERVING = "org.apache.catalina.";

  private ServerThreads() {}

  /**
   * Replaces the context class loader {@code stopping} by its parent in every thread except the
   * calling one, once the thread has left the server's request handling. Waits for other threads
   * until the limit is over, and returns their number.
   */
  static int release(ClassLoader stopping, Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    int serving = releaseIdle(stopping);
    while (serving > 0 && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(10_000_000L);
      serving = releaseIdle(stopping);
    }
    return serving;
  }

  private static int releaseIdle(ClassLoader stopping) {
    int serving = 0;
    for (Map.Entry<Thread, StackTraceElement[]> one : Thread.getAllStackTraces().entrySet()) {
      Thread thread = one.getKey();
      if (thread == Thread.currentThread() || thread.getContextClassLoader() != stopping) {
        continue;
      }
      if (Arrays.stream(one.getValue()).anyMatch(at -> at.getClassName().startsWith(SERVING))) {
        serving++;
      } else {
        thread.setContextClassLoader(stopping.getParent());
      }
    }
    return serving;
  }
}
