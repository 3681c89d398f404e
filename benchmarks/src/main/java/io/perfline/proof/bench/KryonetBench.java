package io.perfline.proof.bench;

import io.perfline.core.environment.Environment;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.kryonet.Buffers;
import io.perfline.sims.driver.kryonet.KryonetDriver;
import io.perfline.sims.driver.kryonet.Peer;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Compares our Kryonet driver with a bare loop on Kryonet's client, at the same bare server. */
final class KryonetBench implements Benchmark {

  private static final double AIM = 0.98;

  @Override
  public void run(BenchContext context, BenchResults results)
      throws InterruptedException, IOException {
    KryonetDriver driver = new KryonetDriver();
    DriverSettings settings =
        DriverSettings.of(driver, Map.of("message_bytes", 48L, "in_flight", 64L));
    Buffers buffers = Buffers.of(settings.all());
    try (Peer peer = Peer.start(1, buffers.serverWrite(), buffers.serverObject())) {
      // The driver treats any Kryonet port that acknowledges as a recorder's.
      Environment environment =
          context.environment(
              "recorder: {url: 'http://127.0.0.1/none', kryonet: ['%s']}"
                  .formatted(peer.ports().get(0)));
      try (Session session = driver.open(environment, Target.RECORDER, "bench", settings.all());
          BareKryonet bare = new BareKryonet(peer.ports().get(0), settings.all())) {
        var samples =
            context.compare("kryonet", settings, session, peer.pid(), true, List.of(bare));
        results.add(BenchRow.of("kryonet", samples.get(0), samples.get(1), "bare loop", AIM));
      }
    }
  }
}
