package io.perfline.sims.run;

import io.perfline.sims.cost.CostMeter;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.paired.Contexts;
import io.perfline.sims.paired.PairedKeys;
import io.perfline.sims.service.ProjectServices;
import io.perfline.sims.workload.CasePlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A team's own service and what it is compared with. */
record ProjectSides(Map<String, Driver> drivers, ProjectServices services) implements PairedSides {

  @Override
  public void check(CasePlan plan) {
    drivers.get(plan.settings().choice(PairedKeys.OF)).check(services.environment(), plan.target());
  }

  @Override
  public Contexts contexts() {
    return services;
  }

  @Override
  public CostMeter meter() {
    return services.meterOfBoth();
  }

  @Override
  public List<Long> jvms() {
    return services.jvmsOfBoth();
  }

  @Override
  public List<Path> archives() {
    return services.archives();
  }
}
