package io.perfline.recorder.app;

import io.perfline.recorder.core.RecorderSettings;
import io.perfline.recorder.core.SettingsException;
import io.perfline.recorder.core.SettingsReader;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import javax.servlet.ServletContext;
import javax.servlet.ServletContextEvent;
import javax.servlet.ServletContextListener;

/**
 * Starts and stops the recorder with its context. If it throws, the server logs the reason and the
 * deployment has failed.
 */
public final class RecorderListener implements ServletContextListener {

  private static final Logger LOG = Logger.getLogger(RecorderListener.class.getName());

  /** The time in which the server's threads return from answered requests. */
  private static final Duration RETURNING = Duration.ofSeconds(2);

  /** The package of the classes that pass a request through the server. */
  private static final String SERVING = "org.apache.catalina.";

  /**
   * Loggers that write too much otherwise. They are referenced here because an unreferenced logger
   * loses its level.
   */
  private final Map<Logger, Level> quiet =
      Map.of(
          Logger.getLogger("org.apache.kafka"), Level.WARNING,
          Logger.getLogger("com.datastax.driver"), Level.WARNING,
          // Each reconnection and each retried message; the store's watch logs the failure once.
          Logger.getLogger("org.apache.kafka.clients.NetworkClient"), Level.SEVERE,
          Logger.getLogger("org.apache.kafka.clients.producer.internals.Sender"), Level.SEVERE);

  private Application application;

  @Override
  public void contextInitialized(ServletContextEvent event) {
    quiet.forEach(Logger::setLevel);
    ServletContext context = event.getServletContext();
    RecorderSettings settings;
    try {
      settings =
          SettingsReader.read(context.getContextPath(), parameters(context), System.getenv());
    } catch (SettingsException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
    Application starting = new Application(settings);
    try {
      starting.start();
      new Addresses(context, settings, starting).register();
    } catch (RuntimeException e) {
      starting.stop();
      throw e;
    }
    application = starting;
  }

  @Override
  public void contextDestroyed(ServletContextEvent event) {
    if (application != null) {
      application.stop();
    }
    int serving = releaseThreads(event.getServletContext().getClassLoader(), RETURNING);
    if (serving > 0) {
      LOG.warning(() -> serving + " threads of the server were still serving when stopping");
    }
  }

  private static Map<String, String> parameters(ServletContext context) {
    return Collections.list(context.getInitParameterNames()).stream()
        .collect(Collectors.toMap(Function.identity(), context::getInitParameter));
  }

  /**
   * Replaces the context class loader {@code stopping} by its parent in every thread except the
   * calling one, once the thread has left the server's request handling. Waits for other threads
   * until the limit is over, and returns their number.
   *
   * <p>A worker thread of Tomcat 7 that returns from an application which is stopping keeps its
   * class loader as the context class loader ({@code StandardHostValve.invoke} returns before it
   * restores the server's), until it serves another request or has been idle for a minute.
   */
  static int releaseThreads(ClassLoader stopping, Duration limit) {
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
