package io.perfline.proof.gate;

import java.io.IOException;
import java.nio.file.Path;

/** The gate itself, as {@code ./perf gate RUN --thresholds FILE}. */
public interface Judge {

  /** Judges the run in {@code folder}, leaves {@code verdict.json} there, and returns the code. */
  int judge(Path folder, Path thresholds) throws IOException;
}
