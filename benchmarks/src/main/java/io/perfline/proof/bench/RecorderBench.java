package io.perfline.proof.bench;

import io.perfline.core.environment.Environment;
import io.perfline.proof.bench.EngineContender.ServerCpu;
import io.perfline.sims.driver.Connector;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.http.HttpDriver;
import io.perfline.sims.driver.kafka.KafkaDriver;
import io.perfline.sims.driver.kryonet.Buffers;
import io.perfline.sims.driver.kryonet.KryonetDriver;
import io.perfline.sims.driver.kryonet.Peer;
import io.perfline.sims.engine.Slices;
import io.perfline.sims.server.JfrCapture;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Compares the recorder's entry points, with each of its stores, with the same driver and no
 * recorder: an empty servlet in the same Tomcat, a bare Kryonet server, a topic of the same Kafka.
 */
final class RecorderBench implements Benchmark {

  private static final String SCOPE = "bench";

  private static final Map<String, Double> HTTP_AIMS = Map.of("memory", 0.85, "kafka", 0.5);
  private static final Map<String, Double> KRYONET_AIMS = Map.of("memory", 0.9);

  private static final double RECORDED_AIM = 0.97;
  private static final String PLAIN = "not recorded";

  /**
   * The number of connections that is enough for the acknowledgement of a store, which takes some
   * milliseconds, not to limit the rate.
   */
  private static final long HTTP_CONNECTIONS = 64;

  /** The number of connections at which only the acknowledgement limits the rate. */
  private static final long FEW_CONNECTIONS = 4;

  private static final String HTTP_BY_FEW = "http_by_" + FEW_CONNECTIONS;

  private static final long KRYONET_CONNECTIONS = 10;
  private static final long KRYONET_IN_FLIGHT = 64;
  private static final long KAFKA_CONNECTIONS = 2;
  private static final long KAFKA_IN_FLIGHT = 512;

  @Override
  public List<String> parts() {
    return List.of("http", HTTP_BY_FEW, "kryonet", "kafka", "recorded");
  }

  @Override
  public void run(BenchContext context, BenchResults results)
      throws InterruptedException, IOException {
    try (Recorders recorders = Recorders.start(context)) {
      results.attempt(
          "recorder/http",
          () -> http("http", HTTP_CONNECTIONS, HTTP_AIMS, context, recorders, results));
      results.attempt(
          "recorder/" + HTTP_BY_FEW,
          () -> http(HTTP_BY_FEW, FEW_CONNECTIONS, Map.of(), context, recorders, results));
      results.attempt("recorder/kryonet", () -> kryonet(context, recorders, results));
      results.attempt("recorder/kafka", () -> kafka(context, recorders, results));
      results.attempt("recorder/recorded", () -> recorded(context, recorders, results));
    }
  }

  private static void http(
      String name,
      long connections,
      Map<String, Double> aims,
      BenchContext context,
      Recorders recorders,
      BenchResults results)
      throws InterruptedException, IOException {
    DriverSettings settings =
        DriverSettings.of(new HttpDriver(), Map.of("connections", connections));
    try (IngressBench ingress = new IngressBench(name, settings, aims)) {
      ingress.add(
          "empty servlet",
          HttpDriver.session(recorders.empty(), SCOPE, settings.all()),
          List.of(recorders.pid()));
      for (String store : Recorders.STORES) {
        Session session = HttpDriver.session(recorders.url(store), SCOPE, settings.all());
        ingress.add(store, session, recorders.servers(store));
      }
      ingress.run(context, results);
    }
  }

  private static void kryonet(BenchContext context, Recorders recorders, BenchResults results)
      throws InterruptedException, IOException {
    DriverSettings settings =
        DriverSettings.of(
            new KryonetDriver(),
            Map.of("connections", KRYONET_CONNECTIONS, "in_flight", KRYONET_IN_FLIGHT));
    Buffers buffers = Buffers.of(settings.all());
    try (Peer peer = Peer.start(1, buffers.serverWrite(), buffers.serverObject());
        IngressBench ingress = new IngressBench("kryonet", settings, KRYONET_AIMS)) {
      String port = Integer.toString(peer.ports().get(0).port());
      ingress.add("bare peer", kryonet(context, settings, port), List.of(peer.pid()));
      for (String store : Recorders.STORES) {
        Session session = kryonet(context, settings, recorders.kryonetPort(store));
        ingress.add(store, session, recorders.servers(store));
      }
      ingress.run(context, results);
    }
  }

  private static Session kryonet(BenchContext context, DriverSettings settings, String port)
      throws IOException {
    Environment environment =
        context.environment(
            "recorder: {url: 'http://127.0.0.1/none', kryonet: ['127.0.0.1:%s']}".formatted(port));
    return new KryonetDriver().open(environment, Target.RECORDER, SCOPE, settings.all());
  }

  private static void kafka(BenchContext context, Recorders recorders, BenchResults results)
      throws InterruptedException, IOException {
    KafkaDriver driver = new KafkaDriver();
    DriverSettings settings =
        DriverSettings.of(
            driver, Map.of("connections", KAFKA_CONNECTIONS, "in_flight", KAFKA_IN_FLIGHT));
    Environment environment =
        context.environment("kafka: {bootstrap: '%s'}".formatted(context.kafka().bootstrap()));
    try (IngressBench ingress = new IngressBench("kafka", settings, Map.of())) {
      ingress.add(
          "bare topic",
          driver.open(environment, Target.DIRECT, "bench_bare", settings.all()),
          List.of(context.kafka().pid()));
      for (String store : Recorders.STORES) {
        Session session =
            KafkaDriver.recorder(
                environment.kafka(),
                Recorders.topic(store, "in"),
                Recorders.topic(store, "acks"),
                settings.all());
        ingress.add(store, session, recorders.serversFromKafka(store));
      }
      ingress.run(context, results);
    }
  }

  /**
   * Measures the cost of recording the recorder after an exceeded comparison, with the number of
   * connections of such a recording.
   */
  private static void recorded(BenchContext context, Recorders recorders, BenchResults results)
      throws InterruptedException, IOException {
    DriverSettings settings =
        DriverSettings.of(new HttpDriver(), Map.of("connections", FEW_CONNECTIONS));
    String name = "recorder/recorded";
    try (Session session = HttpDriver.session(recorders.url("kafka"), SCOPE, settings.all());
        Slices slices = new Slices(settings.load(), List.of(session))) {
      ServerCpu cpu = new ServerCpu(List.of(recorders.pid()));
      EngineContender load = new EngineContender(name, slices, 0, cpu);
      RecordedContender plain = new RecordedContender(load, null, context.folder());
      RecordedContender recorded = new RecordedContender(load, recorders.pid(), context.folder());
      context.say("recorder: with and without Java's Flight Recorder take turns");
      List<List<Sample>> samples = context.turns(List.of(recorded, plain));
      results.add(BenchRow.of(name, samples.get(0), samples.get(1), PLAIN, RECORDED_AIM));
      results.add(
          BenchRow.of(
              name + "/cpu",
              "msg/s CPU",
              Sample::perServerCpuSecond,
              samples.get(0),
              samples.get(1),
              PLAIN,
              RECORDED_AIM));
    }
  }

  /**
   * Drives load while the server records itself as after an exceeded comparison, with details in
   * the same share of the time, or does not. Starting and stopping a recording makes a JVM compile
   * some classes again, so the first seconds of either side are not counted.
   *
   * @param side generates the load
   * @param pid the process id of the server that records itself; null for none
   * @param folder the folder of the recording
   */
  private record RecordedContender(Contender side, Long pid, Path folder) implements Contender {

    private static final Duration SETTLING = Duration.ofSeconds(2);

    @Override
    public Sample run(Duration length) throws InterruptedException, IOException {
      if (pid == null) {
        side.run(SETTLING);
        return side.run(length);
      }
      try (JfrCapture capture = JfrCapture.start(List.of(pid), Clock.systemUTC())) {
        side.run(SETTLING);
        capture.details(true);
        Sample detailed = side.run(length.dividedBy(JfrCapture.DETAILED_EVERY));
        capture.details(false);
        Sample sample =
            detailed.plus(side.run(length.minus(length.dividedBy(JfrCapture.DETAILED_EVERY))));
        capture.end(folder, "recorded");
        return sample;
      }
    }
  }

  /**
   * Measures one entry point of the recorder: the same driver takes turns at a bare server and at
   * the recorder with each store. It closes the given sessions.
   */
  private static final class IngressBench implements AutoCloseable {

    /** A side of the comparison; the first one is the reference. */
    private record Aimed(String name, Session session, List<Long> servers) {}

    private final String name;
    private final DriverSettings settings;
    private final Map<String, Double> aims;
    private final List<Aimed> all = new ArrayList<>();

    /**
     * @param name the name of the entry point
     * @param aims the smallest acceptable ratio by store; these stores are profiled
     */
    IngressBench(String name, DriverSettings settings, Map<String, Double> aims) {
      this.name = name;
      this.settings = settings;
      this.aims = aims;
    }

    /**
     * Adds a side; the first one is the reference.
     *
     * @param side the name of the store or of the bare server
     * @param servers the process ids of the loaded servers, the one to profile first
     */
    void add(String side, Session session, List<Long> servers) {
      all.add(new Aimed(side, session, servers));
    }

    void run(BenchContext context, BenchResults results) throws InterruptedException, IOException {
      List<Connector> connectors = new ArrayList<>();
      all.forEach(side -> connectors.add(side.session()));
      try (Slices slices = new Slices(settings.load(), connectors)) {
        List<EngineContender> sides = new ArrayList<>();
        for (Aimed side : all) {
          String row = "recorder/" + name + "/" + side.name();
          sides.add(new EngineContender(row, slices, sides.size(), new ServerCpu(side.servers())));
        }
        context.say("recorder: by %s, %s and each store".formatted(name, all.get(0).name()));
        List<List<Sample>> samples = context.turns(sides);
        results.add(BenchRow.alone(sides.get(0).name(), samples.get(0)));
        for (int i = 1; i < sides.size(); i++) {
          results.add(
              BenchRow.of(
                  sides.get(i).name(),
                  samples.get(i),
                  samples.get(0),
                  all.get(0).name(),
                  aims.get(all.get(i).name())));
        }
        profile(context, sides);
      }
    }

    private void profile(BenchContext context, List<EngineContender> sides)
        throws InterruptedException, IOException {
      for (int i = 0; i < sides.size(); i++) {
        if (i == 0 ? !aims.isEmpty() : aims.containsKey(all.get(i).name())) {
          context.profiles().take(sides.get(i).name(), sides.get(i), all.get(i).servers().get(0));
        }
      }
    }

    @Override
    public void close() {
      close(all);
    }

    /** Closes every session, even if others fail to close. */
    private static void close(List<Aimed> sides) {
      if (!sides.isEmpty()) {
        try (Session first = sides.get(0).session()) {
          close(sides.subList(1, sides.size()));
        }
      }
    }
  }
}
