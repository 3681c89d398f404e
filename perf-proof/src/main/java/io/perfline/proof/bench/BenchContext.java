package io.perfline.proof.bench;

import io.perfline.core.environment.Environment;
import io.perfline.deploy.stack.CassandraServer;
import io.perfline.deploy.stack.KafkaServer;
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

/** What all disciplines share: how much to measure, and servers, started when first asked for. */
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
   * @param home root of the checkout
   * @param folder for the servers' data, removed by whoever made it
   * @param progress receives what begins
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

  /** Prints what begins now. */
  void say(String what) {
    progress.accept(what);
  }

  Profiles profiles() {
    return profiles;
  }

  /** In which sides take turns. */
  InterleavedRun pairedRun() {
    return new InterleavedRun(bounds, random);
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

  /** An environment with these sections, as an environment file would have them. */
  Environment environment(String... sections) throws IOException {
    return environment(Map.of(), sections);
  }

  /** The same with the values of its variables. */
  Environment environment(Map<String, String> variables, String... sections) throws IOException {
    Path file = Files.createTempFile(folder, "environment", ".yml");
    Files.writeString(file, "name: bench\n" + String.join("\n", sections) + "\n");
    return Environment.load(file, variables);
  }

  @Override
  public void close() {
    try (KafkaServer first = kafka;
        CassandraServer second = cassandra) {
      // Each is ended, even if the other fails to end.
    }
  }

  /** Lets sides take turns: in each round every one of them once, in random order. */
  static final class InterleavedRun {

    private final Bounds bounds;
    private final Random random;

    InterleavedRun(Bounds bounds, Random random) {
      this.bounds = bounds;
      this.random = random;
    }

    /** The samples of each side, in the order of the sides; those of one round have one index. */
    List<List<Sample>> run(List<? extends Contender> sides)
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
  }

  /**
   * How much is measured.
   *
   * @param rounds how often every side has its turn
   * @param turn how long a turn takes
   * @param warmUp how long each side runs first, not counted
   */
  record Bounds(int rounds, Duration turn, Duration warmUp) {}
}
