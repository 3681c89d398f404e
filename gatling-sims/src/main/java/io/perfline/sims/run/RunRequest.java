package io.perfline.sims.run;

import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.project.Project;
import java.nio.file.Path;
import java.util.List;

/**
 * A request to {@link RunStage}.
 *
 * @param environment names the servers
 * @param cases simulations or cases; empty for all
 * @param folder of the run; null for one of the time and the commit
 * @param addTo the folder of an earlier run to add pairs to, with its profile; null for none
 * @param thresholds the limits that end a comparison when they are decided; null for the project's
 * @param live true to publish each second while it is measured
 * @param schedule the part of the load that this generator takes, and when
 */
public record RunRequest(
    Project project,
    EnvironmentOption environment,
    List<String> cases,
    String profile,
    Path folder,
    Path addTo,
    Path thresholds,
    boolean live,
    ShardSchedule schedule,
    BaselineComparison comparison) {

  public RunRequest(
      Project project,
      EnvironmentOption environment,
      List<String> cases,
      String profile,
      Path folder,
      Path thresholds,
      boolean live,
      BaselineComparison comparison) {
    this(
        project,
        environment,
        cases,
        profile,
        folder,
        null,
        thresholds,
        live,
        ShardSchedule.ALONE,
        comparison);
  }

  /** Some cases in another new run. */
  public RunRequest to(Path other, List<String> some, BaselineComparison compared) {
    return new RunRequest(project, environment, some, profile, other, thresholds, false, compared);
  }

  /** Further pairs of some cases for an earlier run. */
  public RunRequest addingTo(Path run, List<String> some) {
    return new RunRequest(
        project, environment, some, profile, null, run, thresholds, false, schedule, comparison);
  }
}
