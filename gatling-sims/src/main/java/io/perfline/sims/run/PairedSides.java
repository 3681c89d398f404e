package io.perfline.sims.run;

import io.perfline.sims.cost.CostMeter;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.paired.Contexts;
import io.perfline.sims.workload.CasePlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The two builds that are compared, how they come to run, and who loads them. */
interface PairedSides {

  /** Whose loads there are, by name. */
  Map<String, Driver> drivers();

  /**
   * Looks whether it is known where both can be loaded.
   *
   * @throws io.perfline.core.command.Fault exit code 2 when it isn't
   */
  void check(CasePlan plan);

  /** Has them run. */
  Contexts contexts();

  /** Reads what both use together. */
  CostMeter meter();

  /** The processes of this machine in which both run now; none when they run elsewhere. */
  List<Long> jvms();

  /** The archives of both builds, as far as they are here. */
  List<Path> archives();
}
