package io.perfline.proof.bench;

import io.perfline.core.environment.Environment;
import io.perfline.deploy.stack.CassandraServer;
import io.perfline.proof.bench.EngineContender.ServerCpu;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.cassandra.CassandraDriver;
import io.perfline.sims.engine.Slices;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Our Cassandra driver compared with a bare loop on the same Java driver: row by row, and in
 * batches.
 */
final class CassandraBench implements Benchmark {

  private static final double AIM = 0.98;

  @Override
  public void run(BenchContext context, BenchResults results)
      throws InterruptedException, IOException {
    String rows = "cassandra/rows";
    results.attempt(
        rows,
        () ->
            results.add(
                row(context, rows, "bench_rows", Map.of("batch_size", 1L, "in_flight", 64L))));
    String batches = "cassandra/batches of 64";
    results.attempt(
        batches,
        () ->
            results.add(
                row(
                    context,
                    batches,
                    "bench_batches",
                    Map.of("batch_size", 64L, "in_flight", 8L))));
  }

  private static BenchRow row(
      BenchContext context, String name, String keyspace, Map<String, Object> given)
      throws InterruptedException, IOException {
    CassandraServer server = context.cassandra();
    Environment environment =
        context.environment(
            "cassandra: {contact_points: ['%s'], datacenter: %s}"
                .formatted(server.address(), server.datacenter()));
    CassandraDriver driver = new CassandraDriver();
    DriverSettings settings = DriverSettings.of(driver, given);
    try (Session session = driver.open(environment, Target.DIRECT, keyspace, settings.all());
        Slices slices = new Slices(settings.load(), List.of(session));
        BareCassandra peer =
            new BareCassandra(environment.cassandra(), keyspace + ".messages", settings.all())) {
      EngineContender ours =
          new EngineContender("the Cassandra driver", slices, 0, ServerCpu.of(server.pid()));
      context.say(name + ": the driver and a bare loop take turns");
      var samples = context.pairedRun().run(List.of(ours, peer));
      context.profiles().take(name + "-driver", ours, server.pid());
      context.profiles().take(name + "-bare", peer, server.pid());
      return BenchRow.of(name, samples.get(0), samples.get(1), "bare loop", AIM);
    }
  }
}
