package io.perfline.sims.comparison;

import io.perfline.sims.driver.Driver;
import io.perfline.sims.service.ProjectServices;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.ProgramSpec;
import io.perfline.sims.workload.SimulationSpec;
import java.util.function.Function;

/**
 * The two builds of a comparison, with their deployment and their loads.
 *
 * @param drivers the driver of each plan
 */
public record PairedSides(Function<CasePlan, Driver> drivers, ProjectServices services) {

  /**
   * Checks that the addresses of both builds are known.
   *
   * @throws io.perfline.core.command.Fault exit code 2 if they are not
   */
  public void check(CasePlan plan) {
    boolean program = plan.load() instanceof ProgramSpec || plan.load() instanceof SimulationSpec;
    if (!program) {
      Driver driver = drivers.apply(plan);
      driver.check(services.environment(), plan.target());
      driver.check(services.pair().environmentOfBaseline(), plan.target());
    }
    services.builds().check();
  }
}
