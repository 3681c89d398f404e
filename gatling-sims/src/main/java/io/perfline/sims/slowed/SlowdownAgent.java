package io.perfline.sims.slowed;

import java.io.IOException;
import java.io.Reader;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.jar.JarFile;

/**
 * Makes a service slower from within its JVM, as {@code -javaagent:JAR=FILE}. The file contains the
 * properties of {@link AgentStart} and {@code jar}, the path of the agent itself.
 */
public final class SlowdownAgent {

  private SlowdownAgent() {}

  /** Installs the agent before the service starts. */
  public static void premain(String file, Instrumentation instrumentation) throws Exception {
    Properties options = read(Path.of(file));
    // Instrumented classes of all class loaders call the hook, even those of the JDK.
    instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(options.getProperty("jar")));
    AgentStart.start(options, instrumentation);
  }

  private static Properties read(Path file) throws IOException {
    Properties options = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      options.load(in);
    }
    return options;
  }
}
