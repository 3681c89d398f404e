package io.perfline.sims.gatling;

import io.perfline.core.run.PageGoal;
import io.perfline.sims.engine.Shard;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Hands a load to Gatling's JVM: a properties file, kept beside the report. */
final class LoadFile {

  /** The system property that tells Gatling's JVM where the file is. */
  static final String PROPERTY = "perf.http.load";

  private LoadFile() {}

  static void write(Path file, HttpLoad load) throws IOException {
    Properties properties = new Properties();
    properties.setProperty("simulation", load.simulation().name());
    properties.setProperty("recorder", load.recorder().toString());
    properties.setProperty("vs_id", load.vsId().toString());
    properties.setProperty("rate_per_s", Double.toString(load.ratePerSecond()));
    properties.setProperty("data_bytes", Integer.toString(load.dataBytes()));
    properties.setProperty(
        "users", load.users().stream().map(String::valueOf).collect(Collectors.joining(",")));
    properties.setProperty("think_time", load.thinkTime().toString());
    properties.setProperty("warm_up", load.warmUp().toString());
    properties.setProperty("duration", load.duration().toString());
    properties.setProperty("timeout", load.timeout().toString());
    properties.setProperty("shard_index", Integer.toString(load.shard().index()));
    properties.setProperty("shard_of", Integer.toString(load.shard().of()));
    write(properties, load.capacity());
    if (load.shard().start() != null) {
      properties.setProperty("begin", load.shard().start().toString());
    }
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      properties.store(out, null);
    }
  }

  /** In Gatling's JVM: the load it was started for. */
  static HttpLoad read() {
    Path file = path();
    Properties properties = new Properties();
    try (BufferedReader in = Files.newBufferedReader(file)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the load from " + file, e);
    }
    return new HttpLoad(
        HttpSimulation.valueOf(properties.getProperty("simulation")),
        URI.create(properties.getProperty("recorder")),
        UUID.fromString(properties.getProperty("vs_id")),
        Double.parseDouble(properties.getProperty("rate_per_s")),
        Integer.parseInt(properties.getProperty("data_bytes")),
        Stream.of(properties.getProperty("users").split(","))
            .filter(level -> !level.isEmpty())
            .map(Integer::valueOf)
            .toList(),
        Duration.parse(properties.getProperty("think_time")),
        Duration.parse(properties.getProperty("warm_up")),
        Duration.parse(properties.getProperty("duration")),
        Duration.parse(properties.getProperty("timeout")),
        shard(properties),
        capacity(properties));
  }

  private static void write(Properties properties, CapacityPlan capacity) {
    PageGoal goal = capacity.goal();
    properties.setProperty("step", Integer.toString(capacity.step()));
    properties.setProperty("hold", capacity.hold().toString());
    properties.setProperty("pages", Integer.toString(capacity.pages()));
    properties.setProperty("goal_pages", Double.toString(goal.pages()));
    properties.setProperty("goal_within_ms", Double.toString(goal.withinMs()));
    properties.setProperty("goal_errors", Double.toString(goal.errors()));
    properties.setProperty("goal_confidence", Double.toString(goal.confidence()));
  }

  private static CapacityPlan capacity(Properties properties) {
    return new CapacityPlan(
        Integer.parseInt(properties.getProperty("step")),
        Duration.parse(properties.getProperty("hold")),
        Integer.parseInt(properties.getProperty("pages")),
        new PageGoal(
            Double.parseDouble(properties.getProperty("goal_pages")),
            Double.parseDouble(properties.getProperty("goal_within_ms")),
            Double.parseDouble(properties.getProperty("goal_errors")),
            Double.parseDouble(properties.getProperty("goal_confidence"))));
  }

  private static Shard shard(Properties properties) {
    String begin = properties.getProperty("begin");
    return new Shard(
        Integer.parseInt(properties.getProperty("shard_index")),
        Integer.parseInt(properties.getProperty("shard_of")),
        begin == null ? null : Instant.parse(begin));
  }

  /** In Gatling's JVM: where the load is described. */
  static Path path() {
    String path = System.getProperty(PROPERTY);
    if (path == null) {
      throw new IllegalStateException(
          "-D" + PROPERTY + " is not set: this simulation is started by GatlingLoad");
    }
    return Path.of(path);
  }
}
