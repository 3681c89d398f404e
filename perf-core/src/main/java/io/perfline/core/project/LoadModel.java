package io.perfline.core.project;

import java.time.Duration;

/**
 * How sessions begin: by the clock at a rate (open), as answers come (closed), or as visitors do,
 * who think before each request.
 *
 * @param connections each with one request at a time; of visitors one each
 * @param ratePerSecond sessions a second over all connections; 0 unless open
 * @param poisson whether an open model's sessions come at random distances, not at equal ones
 * @param thinkTime a visitor's mean time before a request; zero for none
 */
public record LoadModel(int connections, int ratePerSecond, boolean poisson, Duration thinkTime) {

  /** The key, in every format and in {@code run.json}, with the mean time before a request. */
  public static final String THINK_TIME = "think_time";

  /** Returns whether sessions begin by the clock, whatever the service does. */
  public boolean isOpen() {
    return ratePerSecond > 0;
  }
}
