package io.perfline.sims.gatling.simulation;

import io.perfline.sims.gatling.load.HttpLoad;
import io.perfline.sims.gatling.load.HttpSimulation;
import io.perfline.sims.gatling.load.LoadFile;

/** {@link HttpSimulation#RECORD}: what a busy proxy in front of the recorder does. */
public final class RecordSimulation extends WatchedSimulation {

  public RecordSimulation() {
    HttpLoad load = LoadFile.read();
    setUp(RecordScenario.of(load)).protocols(recorder(load));
  }
}
