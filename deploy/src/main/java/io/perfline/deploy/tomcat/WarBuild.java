package io.perfline.deploy.tomcat;

import io.perfline.core.git.CommitId;

/**
 * The version that an application was built from.
 *
 * @param commit its full id
 * @param version the project's version
 * @param dirty whether the tree had changes that the commit hasn't
 */
public record WarBuild(String commit, String version, boolean dirty) {

  /** As {@code 0.1.0 (1a2b3c4d5e, with uncommitted changes)}. */
  @Override
  public String toString() {
    String id = CommitId.shortened(commit);
    return "%s (commit %s%s)".formatted(version, id, dirty ? ", with uncommitted changes" : "");
  }
}
