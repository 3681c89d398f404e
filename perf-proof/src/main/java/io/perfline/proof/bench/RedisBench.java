package io.perfline.proof.bench;

import io.perfline.core.environment.Environment;
import io.perfline.deploy.stack.RedisServer;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.redis.RedisDriver;
import io.perfline.sims.engine.Slices;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Our Redis driver beside a bare loop on the same client, one publisher and one subscriber. */
final class RedisBench implements Benchmark {

  private static final double AIM = 0.98;
  private static final String NAME = "redis";

  @Override
  public void run(BenchContext context, BenchResults results)
      throws InterruptedException, IOException {
    context.say("starting Redis");
    try (RedisServer server = RedisServer.start(context.home(), context.folder().resolve(NAME))) {
      Environment environment =
          context.environment(
              Map.of("PASSWORD", server.environment().password()),
              "redis: {address: '%s', password: '${PASSWORD}'}".formatted(server.address()));
      RedisDriver driver = new RedisDriver();
      DriverSettings settings =
          DriverSettings.of(
              driver, Map.of("batch_size", 64L, "in_flight", 4L, "serialization", "raw"));
      try (Session session = driver.open(environment, Target.DIRECT, "bench", settings.all());
          Slices slices = new Slices(settings.load(), List.of(session));
          BareRedis bare = new BareRedis(server.environment(), settings.all())) {
        EngineContender ours =
            new EngineContender("the Redis driver", slices, 0, ServerCpu.of(server.pid()));
        List<Contender> sides = new ArrayList<>(List.of(ours, bare));
        Optional<List<String>> program = server.benchmark();
        if (program.isPresent()) {
          sides.add(RedisBenchmark.of(program.get(), server.environment(), context.folder()));
        }
        context.say("redis: the driver, a bare loop and redis-benchmark take turns");
        var samples = context.pairedRun().run(sides);
        context.profiles().take("redis-driver", ours);
        context.profiles().take("redis-bare", bare);
        results.add(BenchRow.of(NAME, samples.get(0), samples.get(1), "bare loop", AIM));
        if (samples.size() > 2) {
          results.add(
              BenchRow.of(
                  "redis/no subscriber",
                  samples.get(0),
                  samples.get(2),
                  RedisBenchmark.NAME,
                  null));
        }
      }
    }
  }
}
