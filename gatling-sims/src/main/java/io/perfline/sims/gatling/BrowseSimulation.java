package io.perfline.sims.gatling;

/** {@link HttpSimulation#BROWSE}: visitors of the recorder's pages, more of them level by level. */
public final class BrowseSimulation extends WatchedSimulation {

  private final HttpLoad load = LoadFile.read();

  public BrowseSimulation() {
    setUp(new Visits(load).populations()).protocols(browser(load));
  }

  @Override
  public void before() {
    Seeding.record(load);
    super.before();
  }
}
