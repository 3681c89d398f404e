package io.perfline.proof.bench;

import io.perfline.core.environment.Environment;
import io.perfline.sims.driver.Recordings;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.kafka.KafkaDriver;
import io.perfline.sims.engine.Slices;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Our Kafka driver beside Kafka's own ProducerPerformance: one producer, the same settings, one
 * topic on one broker. Every message is a request of its own, with its own response time.
 */
final class KafkaBench implements Benchmark {

  private static final double AIM = 1.0;
  private static final int DATA_BYTES = 100;
  private static final String SCOPE = "bench";

  @Override
  public void run(BenchContext context, BenchResults results)
      throws InterruptedException, IOException {
    KafkaDriver driver = new KafkaDriver();
    Environment environment =
        context.environment("kafka: {bootstrap: '%s'}".formatted(context.kafka().bootstrap()));
    DriverSettings settings =
        DriverSettings.of(
            driver,
            Map.of("message_bytes", (long) DATA_BYTES, "in_flight", 50_000L, "batch_size", 1L));
    Path folder = context.folder();
    try (Session session = driver.open(environment, Target.DIRECT, SCOPE, settings.all());
        Slices slices = new Slices(settings.load(), List.of(session))) {
      EngineContender ours =
          new EngineContender("the Kafka driver", slices, 0, ServerCpu.of(context.kafka().pid()));
      ProducerPerformance peer =
          new ProducerPerformance(
              context.home(),
              folder,
              context.bounds().warmUp(),
              SCOPE + "_0",
              new Recordings(DATA_BYTES, 1).serialized()[0].length,
              KafkaDriver.producer(environment.kafka(), settings.all()));
      context.say("kafka: the driver and ProducerPerformance take turns");
      var samples = context.pairedRun().run(List.of(ours, peer));
      context.profiles().take("kafka-driver", ours, context.kafka().pid());
      results.add(BenchRow.of("kafka", samples.get(0), samples.get(1), "ProducerPerformance", AIM));
    }
  }
}
