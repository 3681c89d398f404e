package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Tomcat;
import io.perfline.deploy.process.Ports;
import io.perfline.deploy.server.TomcatServer;
import io.perfline.deploy.server.TomcatSettings;
import io.perfline.deploy.tomcat.ContextPath;
import io.perfline.deploy.tomcat.ManagerClient;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.RecorderAnswers;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A Tomcat with one recorder per store and an empty servlet. */
record Recorders(BenchContext context, TomcatServer tomcat, Map<String, Integer> kryonetPorts)
    implements AutoCloseable {

  static final List<String> STORES = List.of("memory", "kafka", "cassandra");

  /** The environment variable with a file of Kafka client settings, for experiments. */
  private static final String KAFKA_PROPERTIES = "RECORDER_KAFKA_PROPERTIES";

  private static final int HEAP_MIB = 768;

  /** Starts Tomcat and the stores, and waits until all recorders are ready. */
  static Recorders start(BenchContext context) throws InterruptedException, IOException {
    Map<String, String> variables = new HashMap<>();
    variables.put("RECORDER_KAFKA_BOOTSTRAP", context.kafka().bootstrap());
    variables.put("RECORDER_CASSANDRA_CONTACT_POINTS", context.cassandra().address().toString());
    variables.put("RECORDER_CASSANDRA_DATACENTER", context.cassandra().datacenter());
    String tried = System.getenv(KAFKA_PROPERTIES);
    if (tried != null) {
      variables.put(KAFKA_PROPERTIES, Path.of(tried).toAbsolutePath().toString());
    }
    Map<String, Integer> ports = new HashMap<>();
    for (String store : STORES) {
      ports.put(store, Ports.free());
      String prefix = "BENCH_" + store.toUpperCase(Locale.ROOT) + "_";
      variables.put(prefix + "STORE", store);
      variables.put(prefix + "KRYONET_PORTS", ports.get(store).toString());
      variables.put(prefix + "KAFKA_IN", "true");
      variables.put(prefix + "KAFKA_IN_TOPIC", topic(store, "in"));
      variables.put(prefix + "KAFKA_ACKS_TOPIC", topic(store, "acks"));
      variables.put(prefix + "KAFKA_DEAD_TOPIC", topic(store, "dead"));
      variables.put(prefix + "KAFKA_GROUP", topic(store, "group"));
    }
    context.say("starting Tomcat with a recorder for each store");
    TomcatSettings settings =
        TomcatSettings.defaults().withVariables(variables).withHeapMib(HEAP_MIB);
    TomcatServer tomcat =
        TomcatServer.start(context.home(), context.folder().resolve("tomcat-recorder"), settings);
    Recorders recorders = new Recorders(context, tomcat, ports);
    boolean ready = false;
    try {
      recorders.deploy();
      ready = true;
      return recorders;
    } finally {
      if (!ready) {
        recorders.close();
      }
    }
  }

  private void deploy() throws InterruptedException, IOException {
    Tomcat manager = tomcat.environment();
    Path empty = EmptyWar.write(context.folder().resolve("empty.war"));
    new ManagerClient(manager).deploy(empty, new ContextPath(HttpBench.EMPTY), Optional.empty());
    Path recorder = context.home().resolve("perf-app/target/recorder.war");
    for (String store : STORES) {
      new ManagerClient(manager).deploy(recorder, path(store), Optional.empty());
    }
    for (String store : STORES) {
      awaitReady(store);
    }
  }

  private static ContextPath path(String store) {
    return new ContextPath("/bench-" + store);
  }

  URI empty() {
    return tomcat.url().resolve(HttpBench.EMPTY);
  }

  URI url(String store) {
    return tomcat.url().resolve(path(store).path());
  }

  String kryonetPort(String store) {
    return kryonetPorts.get(store).toString();
  }

  /**
   * Returns a topic of the recorder with this store.
   *
   * @param what {@code in} for the consumed topic, {@code acks} for that of the acknowledgements
   */
  static String topic(String store, String what) {
    return "bench-" + store + "-" + what;
  }

  long pid() {
    return tomcat.pid();
  }

  List<Long> servers(String store) {
    return switch (store) {
      case "kafka" -> List.of(pid(), context.kafka().pid());
      case "cassandra" -> List.of(pid(), context.cassandra().pid());
      default -> List.of(pid());
    };
  }

  /** Returns the process ids of Tomcat, this store and Kafka, for messages that come from Kafka. */
  List<Long> serversFromKafka(String store) {
    return Stream.concat(servers(store).stream(), Stream.of(context.kafka().pid()))
        .distinct()
        .toList();
  }

  @Override
  public void close() {
    tomcat.close();
  }

  private void awaitReady(String store) throws InterruptedException {
    try {
      new RecorderAnswers(url(store)).awaitStarted();
    } catch (DriverException e) {
      throw Fault.noVerdict(e.getMessage(), e);
    }
  }
}
