package io.perfline.core.run;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run with its raw material.
 *
 * @param seconds the whole seconds of each case; empty for a case without raw material
 */
public record RunWithSeconds(Run run, Map<CaseResult, List<Second>> seconds) {

  public RunWithSeconds {
    seconds = Map.copyOf(seconds);
  }

  /**
   * Reads a run from its folder.
   *
   * @throws io.perfline.core.command.Fault exit code 3 if the run or its raw material is not
   *     complete
   */
  public static RunWithSeconds read(Path folder) {
    Run run = RunFile.read(folder);
    Map<CaseResult, List<Second>> seconds = new HashMap<>();
    for (CaseResult result : run.cases()) {
      seconds.put(result, WholeSeconds.of(RawMaterial.read(folder, result), result.end()));
    }
    return new RunWithSeconds(run, seconds);
  }

  public List<Second> seconds(CaseResult result) {
    return seconds.getOrDefault(result, List.of());
  }

  public Optional<CaseResult> same(CaseResult other) {
    return run.cases().stream()
        .filter(result -> result.name().equals(other.name()))
        .filter(result -> result.target().equals(other.target()))
        .findFirst();
  }
}
