package io.perfline.gate.report;

import io.perfline.core.git.Checkout;
import io.perfline.core.git.CommitId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The commits after the baseline up to the measured one.
 *
 * @param range both ends, as git reads it
 * @param commits each with its subject, the newest first; empty when git does not know them
 */
record CommitsBetween(String range, List<String> commits) {

  private static final String DIRTY = "-dirty";

  /**
   * @param folder a folder of the work tree
   * @param from the baseline's commit
   * @param commit that was measured
   */
  static CommitsBetween of(Path folder, String from, String commit) {
    String last = commit.replaceFirst(DIRTY + "$", "");
    Checkout checkout = new Checkout(folder);
    List<String> commits = new ArrayList<>();
    for (String one : checkout.between(from, last)) {
      commits.add(CommitId.shortened(one) + " " + checkout.subject(one).orElse(""));
    }
    if (commit.endsWith(DIRTY)) {
      commits.add("uncommitted changes");
    }
    Collections.reverse(commits);
    return new CommitsBetween(CommitId.shortened(from) + ".." + CommitId.shortened(last), commits);
  }
}
