package io.perfline.sims.gatling.simulation;

import io.gatling.javaapi.core.PopulationBuilder;
import io.perfline.sims.gatling.load.HttpSimulation;
import java.util.ArrayList;
import java.util.List;

/** {@link HttpSimulation#MIXED}: recording with visitors beside it. */
public final class MixedSimulation extends VisitedSimulation {

  public MixedSimulation() {
    List<PopulationBuilder> all = new ArrayList<>();
    all.add(RecordScenario.of(load).protocols(recorder(load)));
    new Visits(load, pool)
        .populations()
        .forEach(visits -> all.add(visits.protocols(browser(load))));
    setUp(all);
  }
}
