package io.perfline.sims.driver;

import java.util.Locale;

/** The target of a case's load. */
public enum Target {
  /** The store or a bare peer alone, which is the upper bound. */
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
