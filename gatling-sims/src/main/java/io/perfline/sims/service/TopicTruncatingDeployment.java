package io.perfline.sims.service;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.Kafka;
import io.perfline.core.run.ServerEnd;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.kafka.KafkaAdmin;
import io.perfline.sims.paired.PairedDeployment;
import io.perfline.sims.server.StackServer;
import java.util.Map;
import java.util.Optional;

/**
 * Deletes the records in all topics of the store, a broker of the local stack, before each
 * deployment. A comparison writes gigabytes that are never read again, and several comparisons
 * would fill the disk.
 */
public record TopicTruncatingDeployment(PairedDeployment contexts, Kafka store)
    implements PairedDeployment {

  /**
   * Returns a deployment that also deletes the records, if the broker belongs to the local stack;
   * otherwise the unchanged one.
   *
   * @param servers the processes of the local stack, by name
   */
  public static PairedDeployment of(
      PairedDeployment deployment, Environment environment, Map<String, ProcessHandle> servers) {
    return StackServer.of(environment, servers, "kafka").isPresent()
        ? new TopicTruncatingDeployment(deployment, environment.kafka())
        : deployment;
  }

  @Override
  public Endpoints deploy(int number) throws InterruptedException {
    try {
      KafkaAdmin.deleteRecords(store);
    } catch (DriverException e) {
      throw Fault.noVerdict(e.getMessage(), e);
    }
    return contexts.deploy(number);
  }

  @Override
  public Optional<ServerEnd> endedServer() {
    return contexts.endedServer();
  }

  @Override
  public void restore() throws InterruptedException {
    contexts.restore();
  }
}
