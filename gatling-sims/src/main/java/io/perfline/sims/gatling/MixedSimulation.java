package io.perfline.sims.gatling;

import io.gatling.javaapi.core.PopulationBuilder;
import java.util.ArrayList;
import java.util.List;

/** {@link HttpSimulation#MIXED}: recording with visitors beside it. */
public final class MixedSimulation extends WatchedSimulation {

  private final HttpLoad load = LoadFile.read();

  public MixedSimulation() {
    List<PopulationBuilder> all = new ArrayList<>();
    all.add(RecordScenario.of(load).protocols(recorder(load)));
    new Visits(load).populations().forEach(visits -> all.add(visits.protocols(browser(load))));
    setUp(all);
  }

  @Override
  public void before() {
    Seeding.record(load);
    super.before();
  }
}
