package io.perfline.proof.bench;

import io.perfline.core.environment.Environment;
import io.perfline.deploy.stack.EtcdServer;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.etcd.EtcdDriver;
import io.perfline.sims.engine.Slices;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Our etcd driver beside a bare loop on the same client, puts into one etcd. */
final class EtcdBench implements Benchmark {

  private static final double AIM = 0.98;
  private static final String NAME = "etcd";

  @Override
  public void run(BenchContext context, BenchResults results)
      throws InterruptedException, IOException {
    context.say("starting etcd");
    try (EtcdServer server = EtcdServer.start(context.home(), context.folder().resolve(NAME))) {
      Environment environment =
          context.environment("etcd: {endpoints: ['%s']}".formatted(server.address()));
      EtcdDriver driver = new EtcdDriver();
      DriverSettings settings = DriverSettings.of(driver, Map.of("in_flight", 64L));
      try (Session session = driver.open(environment, Target.DIRECT, "bench", settings.all());
          Slices slices = new Slices(settings.load(), List.of(session));
          BareEtcd bare = new BareEtcd(environment.etcd().endpoints(), settings.all())) {
        EngineContender ours =
            new EngineContender("the etcd driver", slices, 0, ServerCpu.of(server.pid()));
        List<Contender> sides = new ArrayList<>(List.of(ours, bare));
        Optional<String> program = EtcdBenchmark.program(System.getenv());
        if (program.isPresent()) {
          sides.add(
              new EtcdBenchmark(
                  program.get(),
                  server.address(),
                  settings.all().number("in_flight"),
                  settings.all().number("message_bytes"),
                  context.folder()));
        }
        context.say(
            "etcd: the driver, a bare loop%s take turns"
                .formatted(
                    program.isPresent()
                        ? " and etcd's own benchmark"
                        : ", without etcd's own benchmark, which neither the PATH nor "
                            + EtcdBenchmark.VARIABLE
                            + " has,"));
        var samples = context.pairedRun().run(sides);
        context.profiles().take("etcd-driver", ours);
        context.profiles().take("etcd-bare", bare);
        results.add(BenchRow.of(NAME, samples.get(0), samples.get(1), "bare loop", AIM));
        if (samples.size() > 2) {
          results.add(
              BenchRow.of(
                  "etcd/own benchmark", samples.get(0), samples.get(2), EtcdBenchmark.NAME, null));
        }
      }
    }
  }
}
