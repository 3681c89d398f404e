package io.perfline.sims.run;

import io.perfline.core.run.CaseResult;

/** What tells cases apart. */
record CaseName(String name, String target) {

  static CaseName of(CaseResult result) {
    return new CaseName(result.name(), result.target());
  }

  @Override
  public String toString() {
    return name + " (" + target + ")";
  }
}
