package io.perfline.sims.run;

import io.perfline.core.run.CatalogueEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Shows a run while it is measured, from the files that it leaves. */
@FunctionalInterface
public interface LiveView {

  /**
   * Starts; the load may begin when this returns.
   *
   * @param run folder of the run, there or not yet
   * @param cases all that there are
   * @param environment file that was named
   */
  Follower follow(Path run, List<CatalogueEntry> cases, Optional<Path> environment)
      throws IOException, InterruptedException;

  /** Follows one run. */
  @FunctionalInterface
  interface Follower {

    /** Waits some seconds until it has shown a run that is whole, then ends it whatever it does. */
    void end() throws InterruptedException;
  }
}
