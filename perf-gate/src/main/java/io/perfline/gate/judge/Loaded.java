package io.perfline.gate.judge;

import io.perfline.core.run.Run;

/** What the identity of the loaded build rests on. */
final class Loaded {

  static final String BY_DIGEST =
      "The service reports no commit: the build was identified by the digest of what was started.";

  static final String UNKNOWN =
      "nothing shows which build was loaded: the service reports no commit, and no file of it is"
          + " known; name 'commit' or 'artifact' in perf.yml, or set 'deployed_commit: false'";

  private Loaded() {}

  /** Returns true when the digest of a file stands for the commit. */
  static boolean byDigest(Run run) {
    return run.deployedCommit() != null && run.deployedCommit().startsWith(Run.DIGEST);
  }

  /** Returns true when perfline loaded a service of which it knows neither a commit nor a file. */
  static boolean unknown(Run run) {
    return Run.UNTOLD.equals(run.deployedCommit())
        && run.cases().stream()
            .anyMatch(result -> result.origin() == null && !"direct".equals(result.target()));
  }
}
