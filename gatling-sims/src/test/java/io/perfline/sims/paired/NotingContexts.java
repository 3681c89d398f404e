package io.perfline.sims.paired;

import io.perfline.core.environment.Environment;
import java.util.List;

/**
 * Contexts whose places are swapped, and which note when.
 *
 * @param first where the candidate is in the first deployment
 */
record NotingContexts(List<String> events, Environment first) implements Contexts {

  @Override
  public Roles deploy(int number) {
    events.add("deploy " + number);
    return number % 2 == 1
        ? new Roles(first, first.atBaseline())
        : new Roles(first.atBaseline(), first);
  }

  @Override
  public void restore() {
    events.add("restore");
  }
}
