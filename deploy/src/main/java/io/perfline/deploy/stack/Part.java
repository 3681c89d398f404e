package io.perfline.deploy.stack;

import io.perfline.core.environment.HostPort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A server of the local stack: its configuration, its command and its readiness. */
interface Part {

  /** Returns the name that {@code ./perf stack status} shows. */
  String name();

  int port();

  default HostPort address() {
    return new HostPort("127.0.0.1", port());
  }

  /** Returns its working directory, which contains its log. */
  Path directory();

  /**
   * Writes its configuration and returns program and arguments. Data of an earlier start is kept.
   *
   * @throws IOException if its directory cannot be written
   */
  List<String> prepare() throws IOException, InterruptedException;

  /**
   * Returns whether it answers the requests of its clients.
   *
   * @throws IOException if it cannot be reached, which means the same as false
   */
  boolean answers() throws IOException, InterruptedException;

  /**
   * Returns its environment except PATH, HOME and LANG. By default it is empty, except in tests,
   * whose system property makes servers start fast.
   */
  default Map<String, String> variables() {
    String options = System.getProperty("perf.server-options");
    return options == null ? Map.of() : Map.of("JDK_JAVA_OPTIONS", options);
  }

  /** Returns the log that the process writes. */
  default Path log() {
    return directory().resolve("logs/out.log");
  }
}
