package io.perfline.core.project;

import io.perfline.core.yaml.Key;
import java.time.Duration;

/** The section {@code ready}, which defines when a service is ready for load. */
public record ReadyCheck(
    @Key(
            value = "Sets the path that is requested, from the service's address on.",
            required = true,
            kind = "url path")
        String get,
    @Key(
            value = "Sets the status code of the response of a service that is ready.",
            defaultValue = "200",
            what = "a status",
            min = 100,
            max = 599)
        int status,
    @Key(value = "Limits the time until the service is ready.", defaultValue = "60 s")
        Duration within) {

  /** The default check. */
  public static final ReadyCheck DEFAULT = new ReadyCheck("/", 200, Duration.ofSeconds(60));

  /** Returns whether the check is {@link #DEFAULT}, possibly with another time limit. */
  boolean asksForRoot() {
    return get.equals(DEFAULT.get) && status == DEFAULT.status;
  }
}
