package io.perfline.deploy.server;

import io.perfline.core.environment.HostPort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A server of the local stack, with its configuration, command and readiness check. */
public interface Part {

  /** Returns the name that {@code ./perfline stack status} shows. */
  String name();

  int port();

  default HostPort address() {
    return new HostPort("127.0.0.1", port());
  }

  /** Returns the server's working directory, which also contains its log. */
  Path directory();

  /**
   * Writes the server's configuration and returns its program and arguments. Data of an earlier
   * start is kept.
   *
   * @throws IOException if the server's directory cannot be written
   */
  List<String> prepare() throws IOException, InterruptedException;

  /**
   * Returns whether the server answers requests of clients.
   *
   * @throws IOException if the server cannot be reached, which also means that it does not answer
   */
  boolean answers() throws IOException, InterruptedException;

  /**
   * Returns the server's environment variables except PATH, HOME and LANG. By default there are
   * none, except in tests, where the system property {@code perf.server-options} sets JVM options
   * for a fast start.
   */
  default Map<String, String> variables() {
    String options = System.getProperty("perf.server-options");
    return options == null ? Map.of() : Map.of("JDK_JAVA_OPTIONS", options);
  }

  /** Returns the file to which the process writes its output. */
  default Path log() {
    return directory().resolve("logs/out.log");
  }
}
