package io.perfline.sims.run;

import io.perfline.core.run.CatalogueEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Shows a run while it is measured, from the files that it writes. */
@FunctionalInterface
public interface LiveView {

  /**
   * Starts to follow a run; the load begins when this returns.
   *
   * @param run the folder of the run, which need not exist yet
   * @param cases all cases of the project
   * @param environment the environment file, if one was named
   */
  Follower follow(Path run, List<CatalogueEntry> cases, Optional<Path> environment)
      throws IOException, InterruptedException;

  @FunctionalInterface
  interface Follower {

    /** Ends after the complete run has been shown, or after some seconds. */
    void end() throws InterruptedException;
  }
}
