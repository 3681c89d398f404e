package io.perfline.proof.bench;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.HostPort;
import io.perfline.deploy.server.EtcdServer;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Payloads;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.etcd.EtcdClients;
import io.perfline.sims.driver.etcd.EtcdDriver;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Compares our etcd driver with a bare loop on the same client, by puts into one etcd. */
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
          BareEtcd bare = new BareEtcd(environment.etcd().endpoints(), settings.all())) {
        var samples = context.compare(NAME, settings, session, server.pid(), false, List.of(bare));
        results.add(BenchRow.of(NAME, samples.get(0), samples.get(1), "bare loop", AIM));
      }
    }
  }

  /** Puts the same values as our driver, in the shortest possible loop. */
  private static final class BareEtcd implements Contender {

    private final Client client;
    private final KV kv;
    private final InFlightWindow window;
    private final ByteSequence[] values;
    private long next;

    BareEtcd(List<HostPort> members, CaseSettings settings) {
      client = EtcdClients.open(members, 0);
      kv = client.getKVClient();
      window = new InFlightWindow("the bare etcd loop", settings.number("in_flight"), 1);
      Payloads payloads = new Payloads(settings.number("message_bytes"), 1);
      values = new ByteSequence[payloads.count()];
      for (int i = 0; i < values.length; i++) {
        values[i] = ByteSequence.from(payloads.body(i));
      }
    }

    @Override
    public Sample run(Duration length) throws InterruptedException {
      return window.run(length, this::put);
    }

    private void put() {
      long number = next++;
      var unused =
          kv.put(EtcdClients.key("bare/" + number), values[(int) (number % values.length)])
              .whenComplete(
                  (done, failure) -> {
                    if (failure == null) {
                      window.answered();
                    } else {
                      window.failed(failure.toString());
                    }
                  });
    }

    @Override
    public void close() {
      client.close();
    }
  }
}
