package io.perfline.sims.gatling;

/** A simulation with visitors of the recorder's pages. */
abstract class VisitedSimulation extends WatchedSimulation {

  final HttpLoad load = LoadFile.read();
  final Crowd crowd = new Crowd(load);

  @Override
  int visitors() {
    return crowd.there();
  }

  @Override
  public void before() {
    Seeding.record(load);
    super.before();
    crowd.begin();
  }
}
