package io.perfline.proof.bench;

import io.perfline.core.environment.Environment;
import io.perfline.proof.bench.EngineContender.ServerCpu;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.kryonet.Buffers;
import io.perfline.sims.driver.kryonet.KryonetDriver;
import io.perfline.sims.driver.kryonet.Peer;
import io.perfline.sims.engine.Slices;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Our Kryonet driver compared with a bare loop on Kryonet's client, both at the same bare peer. */
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
      Environment environment = context.environment(recorder(peer));
      // For the driver any Kryonet port that acknowledges is a recorder's.
      try (Session session = driver.open(environment, Target.RECORDER, "bench", settings.all());
          Slices slices = new Slices(settings.load(), List.of(session));
          BareKryonet bare = new BareKryonet(peer.ports().get(0), settings.all())) {
        EngineContender ours =
            new EngineContender("the Kryonet driver", slices, 0, ServerCpu.of(peer.pid()));
        context.say("kryonet: the driver and a bare loop take turns");
        var samples = context.pairedRun().run(List.of(ours, bare));
        context.profiles().take("kryonet-driver", ours, peer.pid());
        context.profiles().take("kryonet-bare", bare, peer.pid());
        results.add(BenchRow.of("kryonet", samples.get(0), samples.get(1), "bare loop", AIM));
      }
    }
  }

  private static String recorder(Peer peer) {
    return "recorder: {url: 'http://127.0.0.1/none', kryonet: ['%s']}"
        .formatted(peer.ports().get(0));
  }
}
