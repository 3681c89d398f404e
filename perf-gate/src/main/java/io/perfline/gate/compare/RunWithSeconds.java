package io.perfline.gate.compare;

import io.perfline.core.run.Case;
import io.perfline.core.run.RawMaterial;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.Second;
import io.perfline.core.run.WholeSeconds;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run with its raw material.
 *
 * @param run what {@code run.json} says
 * @param seconds the whole seconds of each case; empty where the raw material isn't there
 */
public record RunWithSeconds(Run run, Map<Case, List<Second>> seconds) {

  public RunWithSeconds {
    seconds = Map.copyOf(seconds);
  }

  /**
   * @throws io.perfline.core.run.UnreadableRun when run or raw material is not whole
   */
  public static RunWithSeconds read(Path folder) {
    Run run = RunFile.read(folder);
    Map<Case, List<Second>> seconds = new HashMap<>();
    for (Case measured : run.cases()) {
      seconds.put(measured, WholeSeconds.of(RawMaterial.read(folder, measured), measured.end()));
    }
    return new RunWithSeconds(run, seconds);
  }

  public List<Second> seconds(Case measured) {
    return seconds.getOrDefault(measured, List.of());
  }

  /** The same case with the same target, of this run. */
  public Optional<Case> same(Case other) {
    return run.cases().stream()
        .filter(measured -> measured.name().equals(other.name()))
        .filter(measured -> measured.target().equals(other.target()))
        .findFirst();
  }
}
