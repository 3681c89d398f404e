package io.perfline.core.project;

import java.time.Duration;

/**
 * When a service may be loaded.
 *
 * @param get path that is asked
 * @param status that answers it then
 * @param within how long that may take
 */
public record ReadyCheck(String get, int status, Duration within) {

  /** Of a service of which nothing is said. */
  public static final ReadyCheck USUAL = new ReadyCheck("/", 200, Duration.ofSeconds(60));
}
