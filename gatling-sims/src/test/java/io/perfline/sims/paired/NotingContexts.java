package io.perfline.sims.paired;

import io.perfline.core.environment.Environment;
import java.util.List;

/** Records deployments and swaps. */
class NotingContexts implements PairedDeployment {

  private final List<String> events;
  private final Environment first;

  /**
   * @param first entry points of the candidate in the first deployment
   */
  NotingContexts(List<String> events, Environment first) {
    this.events = events;
    this.first = first;
  }

  @Override
  public Endpoints deploy(int number) {
    events.add("deploy " + number);
    return number % 2 == 1
        ? new Endpoints(first, first.atBaseline())
        : new Endpoints(first.atBaseline(), first);
  }

  @Override
  public void restore() {
    events.add("restore");
  }
}
