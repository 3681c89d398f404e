package io.perfline.gate.report;

import io.perfline.core.git.Checkout;
import io.perfline.core.git.CommitId;
import io.perfline.core.run.RunBaseline;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The commits after the baseline up to the measured one.
 *
 * @param range both ends, as git reads it
 * @param commits each with its subject, the newest first; empty when git does not know them
 */
record CommitsBetween(String range, List<String> commits) {

  private static final String DIRTY = "-dirty";

  /**
   * Returns empty for a run that was not compared with another commit.
   *
   * @param folder a folder of the work tree
   * @param commit that was measured
   */
  static Optional<CommitsBetween> of(Path folder, RunBaseline baseline, String commit) {
    if (baseline == null || baseline.commit() == null) {
      return Optional.empty();
    }
    String last = commit.replaceFirst(DIRTY + "$", "");
    String from = baseline.commit().replaceFirst(DIRTY + "$", "");
    Checkout checkout = new Checkout(folder);
    List<String> commits = new ArrayList<>();
    for (String one : checkout.between(from, last)) {
      commits.add(CommitId.shortened(one) + " " + checkout.subject(one).orElse(""));
    }
    if (commit.endsWith(DIRTY)) {
      commits.add("uncommitted changes");
    }
    Collections.reverse(commits);
    return Optional.of(
        new CommitsBetween(CommitId.shortened(from) + ".." + CommitId.shortened(last), commits));
  }
}
