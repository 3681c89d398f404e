package io.perfline.recorder.app;

import io.perfline.recorder.core.RecorderSettings;
import io.perfline.recorder.core.SettingsException;
import io.perfline.recorder.core.SettingsReader;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
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
    int serving = ServerThreads.release(event.getServletContext().getClassLoader(), RETURNING);
    if (serving > 0) {
      LOG.warning(() -> serving + " threads of the server were still serving when stopping");
    }
  }

  private static Map<String, String> parameters(ServletContext context) {
    return Collections.list(context.getInitParameterNames()).stream()
        .collect(Collectors.toMap(Function.identity(), context::getInitParameter));
  }
}
