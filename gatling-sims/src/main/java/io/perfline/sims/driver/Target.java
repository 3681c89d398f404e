package io.perfline.sims.driver;

import java.util.Locale;

/** What a case is aimed at. */
public enum Target {
  /** The store or a bare peer alone: the ceiling. */
  DIRECT,
  /** Through the deployed recorder. */
  RECORDER,
  /** A team's own service, as its {@code perf.yml} says. */
  SERVICE;

  /** As files and tables write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
