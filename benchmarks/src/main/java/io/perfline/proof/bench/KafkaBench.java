package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.sims.driver.Recordings;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.kafka.KafkaDriver;
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
 * Compares our Kafka driver with Kafka's own ProducerPerformance, by one producer with the same
 * settings and one topic on one broker. Every message is a request with its own response time.
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
    try (Session session = driver.open(environment, Target.DIRECT, SCOPE, settings.all())) {
      ProducerPerformance peer =
          new ProducerPerformance(
              context, KafkaDriver.producer(environment.kafka(), settings.all()));
      var samples =
          context.compare("kafka", settings, session, context.kafka().pid(), true, List.of(peer));
      results.add(BenchRow.of("kafka", samples.get(0), samples.get(1), "ProducerPerformance", AIM));
    }
  }

  /**
   * Runs Kafka's own tool in a new process every turn. Therefore its warm-up, which is not counted,
   * is twice as long as ours, and only its steady state is compared.
   */
  static final class ProducerPerformance implements Contender {

    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    private static final long FIRST_GUESS_PER_SECOND = 50_000;
    private static final Pattern STEADY =
        Pattern.compile(
            "(\\d+) steady state records sent, ([0-9.]+) records/sec .* (\\d+) ms 50th, .* (\\d+)"
                + " ms 99th");

    private final BenchContext context;
    private final List<String> command;
    private double perSecond = FIRST_GUESS_PER_SECOND;

    /**
     * @param producer the properties of its producer
     */
    ProducerPerformance(BenchContext context, Map<String, String> producer) throws IOException {
      this.context = context;
      Path classpath = context.home().resolve("deploy/parts/kafka/target/classpath");
      int recordBytes = new Recordings(DATA_BYTES, 1).serialized()[0].length;
      // Without a configuration the tool logs every step of every request, which slows it.
      Path quiet = context.folder().resolve("quiet.xml");
      Files.writeString(quiet, "<configuration><root level=\"OFF\"/></configuration>");
      List<String> properties =
          producer.entrySet().stream().map(p -> p.getKey() + "=" + p.getValue()).toList();
      command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      // These are the launcher's own options for the generator.
      command.addAll(List.of("-Xms1g", "-Xmx1g", "-XX:+UseParallelGC"));
      command.addAll(List.of("-Dlogback.configurationFile=" + quiet));
      command.addAll(List.of("-cp", Files.readString(classpath).strip()));
      command.add("org.apache.kafka.tools.ProducerPerformance");
      command.addAll(List.of("--topic", SCOPE + "_0", "--throughput", "-1"));
      command.addAll(List.of("--record-size", Integer.toString(recordBytes)));
      command.add("--command-property");
      command.addAll(properties);
    }

    @Override
    public Sample run(Duration length) throws InterruptedException, IOException {
      long warmUpMillis = context.bounds().warmUp().toMillis();
      long warm = (long) (perSecond * 2 * warmUpMillis / 1e3) + 1;
      long counted = (long) (perSecond * length.toMillis() / 1e3) + 1;
      List<String> all = new ArrayList<>(command);
      all.addAll(List.of("--warmup-records", Long.toString(warm)));
      all.addAll(List.of("--num-records", Long.toString(warm + counted)));
      String output = context.output(all, Map.of(), TIMEOUT);
      Matcher steady = STEADY.matcher(output);
      if (!steady.find()) {
        throw Fault.noVerdict("ProducerPerformance reports no steady state: " + output.strip());
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
