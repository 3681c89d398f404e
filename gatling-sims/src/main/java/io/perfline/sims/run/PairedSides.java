package io.perfline.sims.run;

import io.perfline.sims.driver.Driver;
import io.perfline.sims.paired.PairedDeployment;
import io.perfline.sims.service.ProjectServices;
import io.perfline.sims.service.TopicTruncatingDeployment;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.ProgramSpec;
import io.perfline.sims.workload.SimulationSpec;
import java.util.Map;
import java.util.function.Function;

/**
 * The two builds that are compared, how they come to run, and who loads them.
 *
 * @param drivers whose loads there are, by name
 * @param servers the processes of the local stack, by name
 */
record PairedSides(
    Function<CasePlan, Driver> drivers,
    ProjectServices services,
    Map<String, ProcessHandle> servers) {

  /**
   * Looks whether it is known where both can be loaded.
   *
   * @throws io.perfline.core.command.Fault exit code 2 when it isn't
   */
  void check(CasePlan plan) {
    boolean program = plan.load() instanceof ProgramSpec || plan.load() instanceof SimulationSpec;
    if (!program) {
      Driver driver = drivers.apply(plan);
      driver.check(services.environment(), plan.target());
      driver.check(services.environmentOfBaseline(), plan.target());
    }
    services.builds().check();
  }

  /** Has them run. */
  PairedDeployment contexts() {
    return TopicTruncatingDeployment.of(services, services.environment(), servers);
  }
}
