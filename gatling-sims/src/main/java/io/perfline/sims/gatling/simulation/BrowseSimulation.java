package io.perfline.sims.gatling.simulation;

import io.perfline.sims.gatling.load.HttpSimulation;

/** {@link HttpSimulation#BROWSE}: visitors of the recorder's pages, more of them level by level. */
public final class BrowseSimulation extends VisitedSimulation {

  public BrowseSimulation() {
    setUp(new Visits(load, pool).populations()).protocols(browser(load));
  }
}
