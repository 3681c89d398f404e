package io.perfline.sims.gatling;

import io.perfline.sims.engine.CpuWatch;
import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What CPU the servers used while Gatling ran, as it is noted about once a second. */
final class ServerCpuSamples {

  /** How long after a second its note may come. */
  private static final long SLACK_MS = 1500;

  private final CpuWatch watch;
  private final NavigableMap<Long, Map<String, Double>> notes = new TreeMap<>();

  ServerCpuSamples(Map<String, ProcessHandle> servers) {
    watch = new CpuWatch(servers);
  }

  /** Notes it whenever {@code elapsed} receives the time. */
  Consumer<Duration> and(Consumer<Duration> elapsed) {
    return time -> {
      notes.put(System.currentTimeMillis(), watch.shares());
      elapsed.accept(time);
    };
  }

  /** What was noted around an instant, milliseconds since the epoch; empty when nothing was. */
  Map<String, Double> at(long instant) {
    Map.Entry<Long, Map<String, Double>> note = notes.ceilingEntry(instant - SLACK_MS / 3);
    return note == null || note.getKey() > instant + SLACK_MS
        ? new TreeMap<>()
        : new TreeMap<>(note.getValue());
  }
}
