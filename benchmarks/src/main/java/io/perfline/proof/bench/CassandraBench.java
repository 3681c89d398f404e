package io.perfline.proof.bench;

import io.perfline.core.environment.Environment;
import io.perfline.deploy.server.CassandraServer;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.cassandra.CassandraDriver;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Compares our Cassandra driver with a bare loop on the Java driver, by rows and batches. */
final class CassandraBench implements Benchmark {

  private static final double AIM = 0.98;

  @Override
  public void run(BenchContext context, BenchResults results)
      throws InterruptedException, IOException {
    compare(context, results, "cassandra/rows", "bench_rows", 1, 64);
    compare(context, results, "cassandra/batches of 64", "bench_batches", 64, 8);
  }

  private static void compare(
      BenchContext context,
      BenchResults results,
      String name,
      String keyspace,
      long batchSize,
      long inFlight)
      throws InterruptedException, IOException {
    CassandraDriver driver = new CassandraDriver();
    DriverSettings settings =
        DriverSettings.of(driver, Map.of("batch_size", batchSize, "in_flight", inFlight));
    results.attempt(
        name,
        () -> {
          CassandraServer server = context.cassandra();
          Environment environment =
              context.environment(
                  "cassandra: {contact_points: ['%s'], datacenter: %s}"
                      .formatted(server.address(), server.datacenter()));
          String table = keyspace + ".messages";
          try (Session session = driver.open(environment, Target.DIRECT, keyspace, settings.all());
              BareCassandra bare =
                  new BareCassandra(environment.cassandra(), table, settings.all())) {
            var samples =
                context.compare(name, settings, session, server.pid(), true, List.of(bare));
            results.add(BenchRow.of(name, samples.get(0), samples.get(1), "bare loop", AIM));
          }
        });
  }
}
