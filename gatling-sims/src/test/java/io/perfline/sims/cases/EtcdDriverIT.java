package io.perfline.sims.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.perfline.core.project.Durations;
import io.perfline.core.run.CaseResult;
import io.perfline.deploy.server.EtcdServer;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.etcd.EtcdClients;
import io.perfline.sims.driver.etcd.EtcdDriver;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class EtcdDriverIT extends DriverContract {

  private final EtcdServer server = SharedServers.etcd();

  @Override
  Driver driver() {
    return new EtcdDriver();
  }

  @Override
  String there() {
    return "etcd: {endpoints: ['%s']}".formatted(server.address());
  }

  @Override
  String nowhere() {
    return "etcd: {endpoints: ['127.0.0.1:1']}";
  }

  @Override
  Map<String, Object> settings() {
    return Map.of("timeout", Duration.ofSeconds(2)); // a dead server doesn't report its state
  }

  @Test
  @Order(3)
  void supportsGetWatchLeaseAndReadsDuringWrites() throws Exception {
    for (Map<String, Object> more :
        List.<Map<String, Object>>of(
            Map.of("operation", "get"),
            Map.of("operation", "watch"),
            Map.of("operation", "lease"),
            Map.of("operation", "put", "readers", 1L))) {
      CaseResult result = measure(more, SHORT);

      assertThat(result.problems()).as("%s", more).isEmpty();
      assertThat(result.errors()).as("%s", more).isEmpty();
      assertThat(result.stored().found()).isEqualTo(result.stored().acknowledged());
    }
  }

  @Test
  @Order(3)
  void aMissingClusterInTheEnvironmentMakesTheCaseInvalid() throws Exception {
    CaseResult result = measure(Map.of("members", 3L), SHORT);

    assertThat(result.problems())
        .singleElement()
        .asString()
        .contains("the environment names one of 0");
  }

  /**
   * The closed model keeps the members busy. Requests that a killed leader had received stay
   * unanswered for seconds; the short timeout makes room for others.
   */
  @Test
  @Order(4)
  void losesNoAcknowledgedKeyIfTheLeaderIsKilled() throws Exception {
    losesNothing("leader_killed");
  }

  @Tag("acceptance")
  @Test
  @Order(4)
  void losesNoAcknowledgedKeyIfTheLeaderIsPaused() throws Exception {
    losesNothing("leader_stopped");
  }

  private void losesNothing(String fault) throws Exception {
    CaseResult result =
        measure(
            Map.of(
                "fault",
                fault,
                "connections",
                3L,
                "in_flight",
                64L,
                "fault_after",
                Duration.ofSeconds(1)),
            new Durations(Duration.ofMillis(500), Duration.ofSeconds(6)));

    assertThat(result.problems()).as(fault).isEmpty();
    assertThat(result.stored().found())
        .as(fault)
        .isGreaterThanOrEqualTo(result.stored().acknowledged());
    assertThat(result.figures().get("recovery")).as(fault).isPositive();
  }

  @Override
  void killServer() {
    server.kill();
  }

  @Override
  boolean lose(String scope) throws Exception {
    try (Client client = client()) {
      DeleteOption all = DeleteOption.builder().isPrefix(true).build();
      return client.getKVClient().delete(EtcdClients.key(scope + "/"), all).get().getDeleted() > 0;
    }
  }

  @Override
  int leftOnServer(String scope) throws Exception {
    try (Client client = client()) {
      GetOption all = GetOption.builder().isPrefix(true).withCountOnly(true).build();
      return (int) client.getKVClient().get(EtcdClients.key(scope + "/"), all).get().getCount();
    }
  }

  private Client client() {
    return EtcdClients.open(List.of(server.address()), 0);
  }
}
