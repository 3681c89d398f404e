package io.perfline.sims.run;

import io.perfline.core.environment.Environment;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.git.BuildInfo;
import io.perfline.sims.recorder.DeployedRecorder;
import io.perfline.sims.workload.CasePlan;
import java.nio.file.Path;
import java.util.List;

/** What the workloads load, on servers that run. */
record WorkloadSubject(Path home) implements Subject {

  @Override
  public List<CasePlan> catalogue() {
    return Simulations.ofWorkloads(home).catalogue();
  }

  @Override
  public Environment environment(EnvironmentOption option) {
    return option.load();
  }

  @Override
  public BuildInfo build(PairedOptions paired) {
    return BuildInfo.of(home, System.getenv());
  }

  @Override
  public Loaded loaded(Environment environment, Path folder, PairedOptions paired) {
    return new Loaded(
        environment,
        Simulations.ofWorkloads(home),
        new DeployedRecorder(environment, () -> LocalServers.of(home)),
        new RecorderSides(paired, environment, home),
        () -> {});
  }
}
