package io.perfline.sims.recorder;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Kafka;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.kafka.TopicSpace;
import io.perfline.sims.paired.Contexts;

/**
 * Contexts whose store, a broker of the local stack, is emptied before each deployment: a
 * comparison writes gigabytes that nobody reads again, and several fill a disk.
 */
public record EmptiedContexts(Contexts contexts, Kafka store) implements Contexts {

  @Override
  public Roles deploy(int number) throws InterruptedException {
    try {
      TopicSpace.free(store);
    } catch (DriverException e) {
      throw Fault.noVerdict(e.getMessage(), e);
    }
    return contexts.deploy(number);
  }

  @Override
  public void restore() throws InterruptedException {
    contexts.restore();
  }
}
