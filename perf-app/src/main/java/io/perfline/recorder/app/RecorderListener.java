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
 * Starts and stops the recorder with its web application. If the start throws, the server logs the
 * reason and the deployment fails.
 */
public final class RecorderListener implements ServletContextListener {

  private static final Logger LOG = Logger.getLogger(RecorderListener.class.getName());

  /** The time that the server's threads get to return from answered requests. */
  private static final Duration RETURNING = Duration.ofSeconds(2);

  /** The prefix of the server's classes that are on the stack while a request is handled. */
  private static final String SERVING = "org.apache.catalina.";

  /**
   * The log levels of loggers that would otherwise write too much. This map also references the
   * loggers, because an unreferenced logger may be collected and lose its level.
   */
  private final Map<Logger, Level> quiet =
      Map.of(
          Logger.getLogger("org.apache.kafka"), Level.WARNING,
          Logger.getLogger("com.datastax.driver"), Level.WARNING,
          // These log each reconnection and each retried message; StoreWatch logs a failure once.
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
          SettingsReader.read(
              context.getContextPath(), parameters(context), System.getenv(), StoreKind.class);
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
   * Replaces the context class loader {@code stopping} with its parent in every thread except the
   * calling one. Waits up to {@code limit} for threads that are still handling a request.
   *
   * <p>When a worker thread of Tomcat 7 returns from an application that is stopping, {@code
   * StandardHostValve.invoke} does not restore the server's context class loader. The thread then
   * keeps the application's class loader until it serves another request or has been idle for a
   * minute.
   *
   * @return the number of threads that were still handling a request when the limit was reached
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
