package io.perfline.sims.service;

import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Project;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.core.project.needs.NeedVariables;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A build of the service.
 *
 * @param name the name in messages and logs: {@code candidate} or {@code baseline}
 * @param folder the project's folder at the commit that was built
 * @param archive the WAR that the user named; null for the one in the folder
 * @param project the project at the build's own commit, whose service section describes how the
 *     build runs
 * @param commit the commit from which it was built; null if unknown
 * @param differs the known differences from the other build of the comparison; null if equal builds
 *     are measured on purpose
 */
public record BuiltService(
    String name, Path folder, Path archive, Project project, String commit, List<String> differs) {

  /** The name of the build under test. */
  public static final String CANDIDATE = "candidate";

  ServiceUnderTest service() {
    return project.service();
  }

  /** Returns this build with the variables of its needs replaced by their values. */
  BuiltService with(NeedVariables values) {
    return new BuiltService(
        name, folder, archive, project.withService(service().with(values)), commit, differs);
  }

  /** Returns the project's folder of this build, in which its commands run. */
  Path home() {
    return folder == null ? project.home() : folder;
  }

  /**
   * Returns the folder in which the commands of its needs run: that of the build whose file
   * describes them. A commit without a {@code perf.yml} runs by the candidate's, and lacks the
   * scripts and the data that this file names.
   */
  Path homeOfNeeds(BuiltService candidate) {
    return project.file().equals(candidate.project.file()) ? candidate.home() : home();
  }

  /**
   * Returns the environment variables of its process.
   *
   * @param side the folder for files of this build only
   */
  Map<String, String> variables(Path side) {
    Map<String, String> values = new HashMap<>(System.getenv());
    values.put(ServiceUnderTest.SIDE_DIR, side.toString());
    Map<String, String> variables =
        service().environment(new ProcessVariables(project.file(), values));
    variables.put(ServiceUnderTest.SIDE_DIR, side.toString());
    return variables;
  }

  /** Returns the header {@code Authorization} of requests to it; null for none. */
  String authorization() {
    return project.authorization(System.getenv());
  }

  Path file(String below) {
    return archive == null ? folder.resolve(below) : archive;
  }

  /** Returns whether both were built from the same commit, possibly with uncommitted changes. */
  boolean isOfCommitOf(BuiltService other) {
    return commit != null && commit.equals(other.commit);
  }
}
