package io.perfline.proof.bench;

import io.perfline.core.environment.Environment;
import io.perfline.deploy.process.SystemTool;
import io.perfline.deploy.server.CassandraServer;
import io.perfline.deploy.server.KafkaServer;
import io.perfline.proof.bench.EngineContender.ServerCpu;
import io.perfline.sims.driver.Session;
import io.perfline.sims.engine.Slices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The resources that benchmarks share: the amount of measuring, turns, and servers, which start
 * when they are first needed.
 */
final class BenchContext implements AutoCloseable {

  private final Path home;
  private final Path folder;
  private final Bounds bounds;
  private final Random random;
  private final Consumer<String> progress;
  private final Profiles profiles;
  private KafkaServer kafka;
  private CassandraServer cassandra;

  /**
   * @param home the root of the checkout
   * @param folder the folder of the servers' data, which the caller deletes
   * @param progress receives a line for each step
   */
  BenchContext(
      Path home,
      Path folder,
      Bounds bounds,
      Random random,
      Consumer<String> progress,
      Profiles profiles) {
    this.home = home;
    this.folder = folder;
    this.bounds = bounds;
    this.random = random;
    this.progress = progress;
    this.profiles = profiles;
  }

  Path home() {
    return home;
  }

  Path folder() {
    return folder;
  }

  Bounds bounds() {
    return bounds;
  }

  void say(String what) {
    progress.accept(what);
  }

  Profiles profiles() {
    return profiles;
  }

  KafkaServer kafka() {
    if (kafka == null) {
      say("starting Kafka");
      kafka = KafkaServer.start(home, folder.resolve("kafka"));
    }
    return kafka;
  }

  CassandraServer cassandra() {
    if (cassandra == null) {
      say("starting Cassandra");
      cassandra = CassandraServer.start(home, folder.resolve("cassandra"));
    }
    return cassandra;
  }

  Environment environment(String... sections) throws IOException {
    return environment(Map.of(), sections);
  }

  Environment environment(Map<String, String> variables, String... sections) throws IOException {
    Path file = Files.createTempFile(folder, "environment", ".yml");
    Files.writeString(file, "name: bench\n" + String.join("\n", sections) + "\n");
    return Environment.load(file, variables);
  }

  /** Runs another program, with a log named after it, and returns its output. */
  String output(List<String> command, Map<String, String> variables, Duration timeout)
      throws IOException, InterruptedException {
    Path log = folder.resolve(Path.of(command.get(0)).getFileName() + ".log");
    return SystemTool.run(command, variables, log, timeout);
  }

  /**
   * Measures a driver and its peers in turns, and then profiles the driver and the first peer.
   *
   * @param name the name of the driver
   * @param server the server's process id
   * @param jvm whether the server is a JVM, which can be profiled
   * @param peers send the same load without the engine
   * @return the samples of the driver, followed by those of each peer
   */
  List<List<Sample>> compare(
      String name,
      DriverSettings settings,
      Session session,
      long server,
      boolean jvm,
      List<? extends Contender> peers)
      throws InterruptedException, IOException {
    try (Slices slices = new Slices(settings.load(), List.of(session))) {
      List<Contender> sides = new ArrayList<>(peers);
      sides.add(0, new EngineContender("the " + name + " driver", slices, 0, ServerCpu.of(server)));
      say(name + ": the driver and its peers take turns");
      List<List<Sample>> samples = turns(sides);
      Long profiled = jvm ? (Long) server : null;
      profiles.take(name + "-driver", sides.get(0), profiled);
      profiles.take(name + "-peer", sides.get(1), profiled);
      return samples;
    }
  }

  /**
   * Measures all sides in turns: each has one turn per round, in random order.
   *
   * @return the samples of each side, in the order of the sides; samples of the same round have the
   *     same index
   */
  List<List<Sample>> turns(List<? extends Contender> sides)
      throws InterruptedException, IOException {
    for (Contender side : sides) {
      side.run(bounds.warmUp());
    }
    List<List<Sample>> samples = new ArrayList<>();
    sides.forEach(side -> samples.add(new ArrayList<>()));
    for (int round = 0; round < bounds.rounds(); round++) {
      List<Integer> order = new ArrayList<>(IntStream.range(0, sides.size()).boxed().toList());
      Collections.shuffle(order, random);
      for (int side : order) {
        samples.get(side).add(sides.get(side).run(bounds.turn()));
      }
    }
    return samples;
  }

  @Override
  public void close() {
    try (KafkaServer first = kafka;
        CassandraServer second = cassandra) {}
  }

  /**
   * The amount of measuring.
   *
   * @param rounds the number of turns of each side
   * @param warmUp the initial turn of each side, which is not counted
   */
  record Bounds(int rounds, Duration turn, Duration warmUp) {}
}
