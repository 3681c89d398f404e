package io.perfline.proof.gate;

import io.perfline.core.run.Run;
import java.io.IOException;
import java.nio.file.Path;

/** Measures a candidate beside a baseline, all ways in. */
interface PairedRuns {

  /**
   * The run in {@code folder}, measured now unless it was before.
   *
   * @throws io.perfline.core.command.Fault exit code 3 when nothing could be measured
   */
  Run run(Path candidate, Path baseline, Path folder) throws IOException, InterruptedException;
}
