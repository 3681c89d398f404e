package io.perfline.sims.run;

import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.project.Project;
import io.perfline.sims.cases.ShardSchedule;
import io.perfline.sims.comparison.BaselineComparison;
import java.nio.file.Path;
import java.util.List;

/**
 * A request to {@link RunStage}.
 *
 * @param environment the option that names the environment file
 * @param cases simulations or cases; empty for all
 * @param folder the folder of the run; null for one named after the time and the commit
 * @param addTo the folder of an earlier run of the same profile to add pairs to; null for none
 * @param thresholds the limits that end a comparison when they are decided; null for the project's
 * @param schedule this generator's part of the load, and its start
 */
public record RunRequest(
    Project project,
    EnvironmentOption environment,
    List<String> cases,
    String profile,
    Path folder,
    Path addTo,
    Path thresholds,
    ShardSchedule schedule,
    BaselineComparison comparison) {

  public RunRequest(
      Project project,
      EnvironmentOption environment,
      List<String> cases,
      String profile,
      Path folder,
      Path thresholds,
      BaselineComparison comparison) {
    this(
        project,
        environment,
        cases,
        profile,
        folder,
        null,
        thresholds,
        ShardSchedule.ALONE,
        comparison);
  }

  /** Returns the same request for another project. */
  public RunRequest of(Project other) {
    return new RunRequest(
        other, environment, cases, profile, folder, addTo, thresholds, schedule, comparison);
  }

  /** Returns a request for some cases in another new run. */
  public RunRequest to(Path other, List<String> some, BaselineComparison compared) {
    return new RunRequest(project, environment, some, profile, other, thresholds, compared);
  }

  /** Returns a request for further pairs of some cases of an earlier run. */
  public RunRequest addingTo(Path run, List<String> some) {
    return new RunRequest(
        project, environment, some, profile, null, run, thresholds, schedule, comparison);
  }
}
