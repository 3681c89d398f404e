package io.perfline.sims.gatling;

import io.perfline.sims.engine.CpuWatch;
import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The CPU use of the servers while Gatling ran, sampled about once per second. */
final class ServerCpuSamples {

  /** The maximum delay of a second's sample. */
  private static final long SLACK_MS = 1500;

  private final CpuWatch watch;
  private final NavigableMap<Long, Map<String, Double>> notes = new TreeMap<>();

  ServerCpuSamples(Map<String, ProcessHandle> servers) {
    watch = new CpuWatch(servers);
  }

  /** Returns a consumer that takes a sample before it passes the time on to {@code elapsed}. */
  Consumer<Duration> and(Consumer<Duration> elapsed) {
    return time -> {
      notes.put(System.currentTimeMillis(), watch.shares());
      elapsed.accept(time);
    };
  }

  /**
   * Returns the sample at about an instant, in milliseconds since the epoch; empty if there is
   * none.
   */
  Map<String, Double> at(long instant) {
    Map.Entry<Long, Map<String, Double>> note = notes.ceilingEntry(instant - SLACK_MS / 3);
    return note == null || note.getKey() > instant + SLACK_MS
        ? new TreeMap<>()
        : new TreeMap<>(note.getValue());
  }
}
