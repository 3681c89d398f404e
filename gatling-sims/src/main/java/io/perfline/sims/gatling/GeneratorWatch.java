package io.perfline.sims.gatling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a {@link Pulse} wrote: how Gatling's JVM fared. */
record GeneratorWatch(List<Beat> beats) {

  private static final double STILL_MS = 100;

  /**
   * A line.
   *
   * @param at when it was written, milliseconds since the epoch
   * @param cpuNanos processor time used up to then
   * @param pauseMicros longest pause since the line before
   * @param received bytes of bodies received up to then
   * @param gcMillis time that garbage collection took up to then
   * @param users visitors that were there
   */
  record Beat(long at, long cpuNanos, long pauseMicros, long received, long gcMillis, int users) {

    static Beat parse(String[] parts) {
      return new Beat(
          Long.parseLong(parts[0]),
          Long.parseLong(parts[1]),
          Long.parseLong(parts[2]),
          Long.parseLong(parts[3]),
          Long.parseLong(parts[4]),
          Integer.parseInt(parts[5]));
    }
  }

  GeneratorWatch {
    beats = List.copyOf(beats);
  }

  /** Reads what is there; nothing when Gatling died before it began. */
  static GeneratorWatch read(Path file) throws IOException {
    List<Beat> beats = new ArrayList<>();
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        String[] parts = line.split(",");
        // The last line of a process that was killed may be cut off.
        if (!line.equals(Pulse.HEADER) && parts.length == 6 && parts[5].matches("\\d+")) {
          beats.add(Beat.parse(parts));
        }
      }
    }
    return new GeneratorWatch(beats);
  }

  /**
   * Share of the machine that the process used between two instants, 0 to 1; NaN when it wasn't
   * watched then.
   */
  double cpu(long from, long until, int cores) {
    List<Beat> within = within(from, until);
    if (within.size() < 2) {
      return Double.NaN;
    }
    Beat first = within.get(0);
    Beat last = within.get(within.size() - 1);
    return (last.cpuNanos - first.cpuNanos) / ((last.at - first.at) * 1e6 * cores);
  }

  /** Longest pause between two instants in milliseconds; NaN when it wasn't watched then. */
  double longestPauseMillis(long from, long until) {
    return within(from, until).stream()
        .mapToDouble(beat -> beat.pauseMicros / 1000.0)
        .max()
        .orElse(Double.NaN);
  }

  /** All pauses of a tenth of a second or longer between two instants, in milliseconds. */
  double stillMillis(long from, long until) {
    return within(from, until).stream()
        .mapToDouble(beat -> beat.pauseMicros / 1000.0)
        .filter(millis -> millis >= STILL_MS)
        .sum();
  }

  /** Time of garbage collections between two instants in milliseconds; NaN when unwatched. */
  double gcMillis(long from, long until) {
    List<Beat> within = within(from, until);
    return within.isEmpty()
        ? Double.NaN
        : within.get(within.size() - 1).gcMillis - within.get(0).gcMillis;
  }

  /** Bytes of bodies received between two instants, to a tenth of a second. */
  long received(long from, long until) {
    return receivedUntil(until) - receivedUntil(from);
  }

  /** The fewest visitors that were there between two instants; 0 when it wasn't watched then. */
  int fewestUsers(long from, long until) {
    return within(from, until).stream().mapToInt(Beat::users).min().orElse(0);
  }

  /** The most visitors that were there between two instants; 0 when it wasn't watched then. */
  int mostUsers(long from, long until) {
    return within(from, until).stream().mapToInt(Beat::users).max().orElse(0);
  }

  private long receivedUntil(long instant) {
    long received = 0;
    for (Beat beat : beats) {
      if (beat.at <= instant) {
        received = beat.received;
      }
    }
    return received;
  }

  private List<Beat> within(long from, long until) {
    return beats.stream().filter(beat -> beat.at >= from && beat.at <= until).toList();
  }
}
