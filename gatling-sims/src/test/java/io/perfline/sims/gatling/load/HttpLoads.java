package io.perfline.sims.gatling.load;

import io.perfline.sims.engine.Shard;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Loads for tests. */
public final class HttpLoads {

  private HttpLoads() {}

  /** Returns a load of messages at a constant rate. */
  public static HttpLoad record(
      URI recorder,
      double ratePerSecond,
      int dataBytes,
      Duration warmUp,
      Duration duration,
      Duration timeout) {
    return record(recorder, ratePerSecond, dataBytes, warmUp, duration, timeout, Shard.WHOLE);
  }

  static HttpLoad record(
      URI recorder,
      double ratePerSecond,
      int dataBytes,
      Duration warmUp,
      Duration duration,
      Duration timeout,
      Shard shard) {
    return new HttpLoad(
        HttpSimulation.RECORD,
        recorder,
        UUID.randomUUID(),
        ratePerSecond,
        dataBytes,
        List.of(),
        Duration.ZERO,
        warmUp,
        duration,
        timeout,
        shard,
        CapacityPlan.DEFAULT);
  }

  /** Returns a load of visitors whose number rises level by level. */
  public static HttpLoad browse(
      URI recorder,
      List<Integer> users,
      Duration thinkTime,
      Duration warmUp,
      Duration duration,
      Duration timeout,
      CapacityPlan capacity) {
    return browse(recorder, users, thinkTime, warmUp, duration, timeout, Shard.WHOLE, capacity);
  }

  static HttpLoad browse(
      URI recorder,
      List<Integer> users,
      Duration thinkTime,
      Duration warmUp,
      Duration duration,
      Duration timeout,
      Shard shard,
      CapacityPlan capacity) {
    return new HttpLoad(
        HttpSimulation.BROWSE,
        recorder,
        UUID.randomUUID(),
        0,
        1000,
        users,
        thinkTime,
        warmUp,
        duration,
        timeout,
        shard,
        capacity);
  }

  /** Returns a load of messages at a constant rate together with a number of visitors. */
  public static HttpLoad mixed(
      URI recorder,
      double ratePerSecond,
      int dataBytes,
      int users,
      Duration thinkTime,
      Duration warmUp,
      Duration duration,
      Duration timeout) {
    return new HttpLoad(
        HttpSimulation.MIXED,
        recorder,
        UUID.randomUUID(),
        ratePerSecond,
        dataBytes,
        List.of(users),
        thinkTime,
        warmUp,
        duration,
        timeout,
        Shard.WHOLE,
        CapacityPlan.DEFAULT);
  }
}
