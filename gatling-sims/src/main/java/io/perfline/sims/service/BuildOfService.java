package io.perfline.sims.service;

import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Project;
import io.perfline.core.project.ServiceUnderTest;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A build of the service.
 *
 * @param name for messages and logs: {@code candidate} or {@code baseline}
 * @param folder the project's, of the commit that was built
 * @param archive what runs, when it is a file that was named; null when it is that of the folder
 * @param project whose service section describes how this build runs: that of its own commit
 * @param commit it was built from; null where that isn't known
 * @param differs what is known to differ in what runs from the build that it is compared with; null
 *     where equal builds are measured on purpose
 */
public record BuildOfService(
    String name, Path folder, Path archive, Project project, String commit, List<String> differs) {

  /** The name of the build that is judged. */
  public static final String CANDIDATE = "candidate";

  ServiceUnderTest service() {
    return project.service();
  }

  /**
   * The environment variables of its process.
   *
   * @param side folder for its files, which the other build doesn't use
   */
  Map<String, String> variables(Path side) {
    Map<String, String> values = new HashMap<>(System.getenv());
    values.put(ServiceUnderTest.SIDE_DIR, side.toString());
    Map<String, String> variables =
        service().environment(new ProcessVariables(project.file(), values));
    variables.put(ServiceUnderTest.SIDE_DIR, side.toString());
    return variables;
  }

  /** The header {@code Authorization} of requests to it; null for none. */
  String authorization() {
    return project.authorization(System.getenv());
  }

  Path file(String below) {
    return archive == null ? folder.resolve(below) : archive;
  }

  /** Returns true when both were built from one commit, of which one may hold further changes. */
  boolean isOfCommitOf(BuildOfService other) {
    return commit != null && commit.equals(other.commit);
  }
}
