package io.perfline.sims.merge;

import io.perfline.core.run.Case;

/** What tells cases apart. */
record CaseName(String name, String target) {

  static CaseName of(Case measured) {
    return new CaseName(measured.name(), measured.target());
  }

  @Override
  public String toString() {
    return name + " (" + target + ")";
  }
}
