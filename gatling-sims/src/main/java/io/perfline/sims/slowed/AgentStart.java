package io.perfline.sims.slowed;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Properties;

/**
 * Installs the hook and the instrumentation. It is public because another class loader calls it.
 */
public final class AgentStart {

  private static final long PERIOD_MILLIS = 250;

  private AgentStart() {}

  /**
   * Installs both.
   *
   * @param options {@code cost}, {@code percent}, {@code outside}; {@code report}, the folder of
   *     reports; {@code methods}, {@code transformer} and {@code class_path} of the
   *     instrumentation, whose library the service must not see
   */
  public static void start(Properties options, Instrumentation instrumentation) throws Exception {
    SlowedRequests requests =
        new SlowedRequests(
            SlowedCost.of(options.getProperty("cost")).orElse(null),
            Double.parseDouble(options.getProperty("percent")) / 100,
            Long.parseLong(options.getProperty("outside")));
    RequestHook.slow(requests);
    URLClassLoader loader =
        new URLClassLoader(
            urls(options.getProperty("class_path")), ClassLoader.getPlatformClassLoader());
    instrumentation.addTransformer(
        (ClassFileTransformer)
            Class.forName(options.getProperty("transformer"), true, loader)
                .getConstructor(String.class)
                .newInstance(options.getProperty("methods")));
    Path report =
        Path.of(options.getProperty("report"))
            .resolve(AgentReport.PREFIX + ProcessHandle.current().pid());
    Thread thread = new Thread(() -> measure(requests, report), "perfline-slowdown");
    thread.setDaemon(true);
    thread.start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> write(requests, report)));
  }

  private static URL[] urls(String classPath) throws MalformedURLException {
    String[] files = classPath.split(File.pathSeparator, -1);
    URL[] urls = new URL[files.length];
    for (int i = 0; i < files.length; i++) {
      urls[i] = Path.of(files[i]).toUri().toURL();
    }
    return urls;
  }

  private static void measure(SlowedRequests requests, Path report) {
    try {
      while (true) {
        Thread.sleep(PERIOD_MILLIS);
        requests.measure();
        write(requests, report);
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  private static synchronized void write(SlowedRequests requests, Path report) {
    try {
      requests.report().write(report);
    } catch (IOException e) {
      System.err.println("perfline: cannot write " + report + ": " + e);
    }
  }
}
