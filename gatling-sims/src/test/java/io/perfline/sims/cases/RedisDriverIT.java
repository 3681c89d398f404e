package io.perfline.sims.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.environment.Redis;
import io.perfline.core.project.Durations;
import io.perfline.core.run.CaseResult;
import io.perfline.deploy.server.RedisServer;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.redis.RedisClients;
import io.perfline.sims.driver.redis.RedisDriver;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** The contract covers stored values; publish/subscribe has tests of its own. */
class RedisDriverIT extends DriverContract {

  private static final Durations THREE_SECONDS =
      new Durations(Duration.ofMillis(500), Duration.ofMillis(2_500));

  private final RedisServer server = SharedServers.redis();

  @Override
  Driver driver() {
    return new RedisDriver();
  }

  @Override
  String there() {
    return "redis: {address: '%s', password: '${PASSWORD}'}".formatted(server.address());
  }

  @Override
  String nowhere() {
    return "redis: {address: '127.0.0.1:1', password: '${PASSWORD}'}";
  }

  @Override
  Map<String, String> variables() {
    return Map.of("PASSWORD", server.environment().password());
  }

  @Override
  Map<String, Object> settings() {
    return Map.of("pattern", "notify_get", "batch_size", 5L, "channels", 2L, "subscribers", 2L);
  }

  @Test
  @Order(3)
  void publishesToAllSubscribersInBothForms() throws Exception {
    for (String form : List.of("kryo", "raw")) {
      CaseResult result =
          measure(Map.of("pattern", "publish", "serialization", form, "subscribers", 3L), SHORT);

      assertThat(result.problems()).isEmpty();
      assertThat(result.errors()).isEmpty();
      assertThat(result.requests()).isPositive();
      assertThat(result.stored()).isNull();
      assertThat(result.figures()).containsOnly(Map.entry("undelivered", 0.0));
    }
  }

  @Test
  @Order(3)
  void aWrongPasswordMakesTheCaseInvalid() throws Exception {
    Redis wrong = new Redis(server.address(), "wrong0000");
    assertThatThrownBy(() -> RedisClients.open(wrong, Duration.ofSeconds(1)))
        .hasMessageContaining("WRONGPASS");
  }

  @Test
  @Order(4)
  void aPausedSubscriberReceivesEverythingLate() throws Exception {
    CaseResult result =
        measure(
            Map.of(
                "pattern", "publish",
                "fault", "subscriber_stopped",
                "fault_after", Duration.ofSeconds(1)),
            THREE_SECONDS);

    assertThat(result.problems()).isEmpty();
    assertThat(result.errors()).isEmpty();
    assertThat(result.figures()).containsEntry("undelivered", 0.0);
    assertThat(result.responseTime().maxUs()).isGreaterThanOrEqualTo(990_000);
  }

  @Test
  @Order(4)
  void aKilledRedisIsCountedAndServesAgainAfterItsRestart() throws Exception {
    CaseResult result =
        measure(
            Map.of(
                "pattern",
                "publish",
                "fault",
                "server_killed",
                "fault_after",
                Duration.ofSeconds(1),
                "timeout",
                Duration.ofMillis(800)),
            THREE_SECONDS);

    assertThat(result.problems()).isEmpty();
    assertThat(result.errors()).containsKey("JedisConnectionException");
    assertThat(result.figures()).containsKeys("undelivered", "recovery");
    assertThat(result.figures().get("recovery")).isPositive();
    double bySubscriber =
        result.figures().entrySet().stream()
            .filter(one -> one.getKey().startsWith("undelivered/"))
            .mapToDouble(Map.Entry::getValue)
            .sum();
    assertThat(result.figures()).containsEntry("undelivered", bySubscriber);
  }

  @Override
  void killServer() {
    server.kill();
  }

  @Override
  boolean lose(String scope) {
    return each(scope, (jedis, keys) -> keys.forEach(jedis::del)) > 0;
  }

  @Override
  int leftOnServer(String scope) {
    return each(scope, (jedis, keys) -> {});
  }

  private int each(String scope, BiConsumer<Jedis, List<String>> action) {
    try (Jedis jedis = RedisClients.open(server.environment(), Duration.ofSeconds(5))) {
      List<String> keys = List.copyOf(jedis.keys(scope + ":*"));
      action.accept(jedis, keys);
      return keys.size();
    }
  }
}
