package io.perfline.sims.gatling.simulation;

import io.perfline.sims.gatling.load.HttpLoad;
import io.perfline.sims.gatling.load.LoadFile;

/** A simulation with visitors of the recorder's pages. */
abstract class VisitedSimulation extends WatchedSimulation {

  final HttpLoad load = LoadFile.read();
  final VisitorPool pool = new VisitorPool(load);

  @Override
  int visitors() {
    return pool.there();
  }

  @Override
  public void before() {
    Seeding.record(load);
    super.before();
    pool.start();
  }
}
