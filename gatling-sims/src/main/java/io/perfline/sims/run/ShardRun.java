package io.perfline.sims.run;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What one generator measured.
 *
 * @param folder where it lies
 * @param run what its {@code run.json} says
 */
record ShardRun(Path folder, Run run) {

  static ShardRun read(Path folder) {
    return new ShardRun(folder, RunFile.read(folder));
  }

  /** Its part of a case; empty when it holds nothing of it. */
  Optional<CaseResult> find(CaseName name) {
    return run.cases().stream().filter(result -> CaseName.of(result).equals(name)).findFirst();
  }
}
