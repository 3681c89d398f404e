package io.perfline.sims.driver;

import java.util.Locale;

/** The server that a case loads. */
public enum Target {
  /** The store, or a peer without a store, alone; its results are the upper bound. */
  DIRECT,
  RECORDER,
  /** A service of a {@code perf.yml}. */
  SERVICE;

  /** Returns its name in files and tables. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
