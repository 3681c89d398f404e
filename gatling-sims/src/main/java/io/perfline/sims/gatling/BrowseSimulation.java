package io.perfline.sims.gatling;

/** {@link HttpSimulation#BROWSE}: visitors of the recorder's pages, more of them level by level. */
public final class BrowseSimulation extends VisitedSimulation {

  public BrowseSimulation() {
    setUp(new Visits(load, crowd).populations()).protocols(browser(load));
  }
}
