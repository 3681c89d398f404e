package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.proof.bench.EngineContender.ServerCpu;
import io.perfline.sims.driver.Recordings;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.kafka.KafkaDriver;
import io.perfline.sims.engine.Slices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Our Kafka driver compared with Kafka's own ProducerPerformance: one producer, the same settings,
 * one topic on one broker. Every message is a request of its own, with its own response time.
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

  /**
   * Kafka's own tool, a new process every turn, so that its warm-up, which isn't counted, is twice
   * as long as ours: what counts are its steady state's figures.
   */
  static final class ProducerPerformance implements Contender {

    private static final Duration MOST = Duration.ofMinutes(3);
    private static final long FIRST_GUESS_PER_SECOND = 50_000;
    private static final Pattern STEADY =
        Pattern.compile(
            "(\\d+) steady state records sent, ([0-9.]+) records/sec .* (\\d+) ms 50th, .* (\\d+)"
                + " ms 99th");

    private final List<String> command;
    private final Path folder;
    private final Duration warmUp;
    private double perSecond = FIRST_GUESS_PER_SECOND;

    /**
     * @param home root of the checkout
     * @param folder for its output
     * @param warmUp how long it runs before it counts
     * @param producer properties of its producer
     */
    ProducerPerformance(
        Path home,
        Path folder,
        Duration warmUp,
        String topic,
        int recordBytes,
        Map<String, String> producer)
        throws IOException {
      this.folder = folder;
      this.warmUp = warmUp;
      Path classpath = home.resolve("deploy/parts/kafka/target/classpath");
      List<String> properties =
          producer.entrySet().stream().map(p -> p.getKey() + "=" + p.getValue()).toList();
      command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      // As the launcher starts the generator.
      command.addAll(List.of("-Xms1g", "-Xmx1g", "-XX:+UseParallelGC"));
      command.addAll(List.of("-Dlogback.configurationFile=" + quiet(folder)));
      command.addAll(List.of("-cp", Files.readString(classpath).strip()));
      command.add("org.apache.kafka.tools.ProducerPerformance");
      command.addAll(List.of("--topic", topic, "--throughput", "-1"));
      command.addAll(List.of("--record-size", Integer.toString(recordBytes)));
      command.add("--command-property");
      command.addAll(properties);
    }

    /** Without a configuration it logs every step of every request, which slows it. */
    private static Path quiet(Path folder) throws IOException {
      return Files.writeString(
          folder.resolve("quiet.xml"), "<configuration><root level=\"OFF\"/></configuration>");
    }

    @Override
    public Sample run(Duration length) throws InterruptedException, IOException {
      long warm = (long) (perSecond * 2 * warmUp.toMillis() / 1e3) + 1;
      long counted = (long) (perSecond * length.toMillis() / 1e3) + 1;
      List<String> all = new ArrayList<>(command);
      all.addAll(List.of("--warmup-records", Long.toString(warm)));
      all.addAll(List.of("--num-records", Long.toString(warm + counted)));
      String said = ExternalTool.run(all, folder.resolve("producer-performance.log"), MOST);
      Matcher steady = STEADY.matcher(said);
      if (!steady.find()) {
        throw Fault.noVerdict("ProducerPerformance reports no steady state: " + said.strip());
      }
      perSecond = Double.parseDouble(steady.group(2));
      long records = Long.parseLong(steady.group(1));
      return new Sample(
          records,
          records / perSecond,
          Double.parseDouble(steady.group(3)),
          Double.parseDouble(steady.group(4)),
          Double.NaN);
    }
  }
}
