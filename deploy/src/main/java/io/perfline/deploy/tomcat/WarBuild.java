package io.perfline.deploy.tomcat;

import io.perfline.core.git.CommitId;

/**
 * The version and commit that an application was built from.
 *
 * @param commit the full id of the commit
 * @param dirty whether the build includes uncommitted changes
 */
public record WarBuild(String commit, String version, boolean dirty) {

  /** Returns a text such as {@code 0.1.0 (commit 1a2b3c4d5e, with uncommitted changes)}. */
  @Override
  public String toString() {
    String id = CommitId.shortened(commit);
    return "%s (commit %s%s)".formatted(version, id, dirty ? ", with uncommitted changes" : "");
  }
}
