package io.perfline.deploy.stack;

import io.perfline.deploy.environment.HostPort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One server: how it is set up, started, and known to answer. */
interface Part {

  /**
   * The process to start.
   *
   * @param command program and arguments
   * @param variables its whole environment, besides PATH, HOME and LANG
   */
  record Launch(List<String> command, Map<String, String> variables) {}

  /** As {@code ./perf stack status} calls it. */
  String name();

  /** Where it answers. */
  HostPort address();

  /** Its working directory; its log is {@code logs/out.log} in there. */
  Path directory();

  /**
   * Writes its configuration and says how it is started. Data of an earlier start is kept.
   *
   * @throws IOException when its directory can't be written
   */
  Launch prepare() throws IOException, InterruptedException;

  /**
   * Whether it answers what its clients will ask; false while it doesn't yet.
   *
   * @throws IOException when it can't be reached, which is as good as false
   */
  boolean answers() throws IOException, InterruptedException;

  /** What {@code ./perf stack down} deletes in the directory; the logs stay in any case. */
  default List<String> disposable() {
    return List.of("data");
  }

  /** The log that the process writes. */
  default Path log() {
    return directory().resolve("logs/out.log");
  }
}
