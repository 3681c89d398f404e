package io.perfline.deploy.stack;

import io.perfline.core.environment.HostPort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One server: how it is set up, started, and known to answer. */
interface Part {

  /** As {@code ./perf stack status} calls it. */
  String name();

  /** Where it answers. */
  HostPort address();

  /** Its working directory; its log is {@code logs/out.log} in there. */
  Path directory();

  /**
   * Writes its configuration and returns program and arguments. Data of an earlier start is kept.
   *
   * @throws IOException when its directory can't be written
   */
  List<String> prepare() throws IOException, InterruptedException;

  /**
   * Whether it answers what its clients will ask; false while it doesn't yet.
   *
   * @throws IOException when it can't be reached, which is as good as false
   */
  boolean answers() throws IOException, InterruptedException;

  /**
   * Its whole environment, besides PATH, HOME and LANG: nothing, except in tests, whose system
   * property makes servers start fast.
   */
  default Map<String, String> variables() {
    String options = System.getProperty("perf.server-options");
    return options == null ? Map.of() : Map.of("JDK_JAVA_OPTIONS", options);
  }

  /** The log that the process writes. */
  default Path log() {
    return directory().resolve("logs/out.log");
  }
}
