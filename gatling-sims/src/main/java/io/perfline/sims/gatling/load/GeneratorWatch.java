package io.perfline.sims.gatling.load;

import io.perfline.sims.engine.GeneratorHealth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The health of Gatling's JVM, as the JVM recorded it about ten times per second. */
public record GeneratorWatch(List<Beat> beats) {

  /** The name of the file, which has one {@link Beat} per line and is next to the load file. */
  public static final String FILE = "generator.jsonl";

  /**
   * One line of the file.
   *
   * @param at the time of writing, in milliseconds since the epoch
   * @param millis the time since the previous line, or since the start of the recording
   * @param health the health of the process during that time
   * @param received the bytes of response bodies received so far
   * @param users the number of visitors at that time
   */
  public record Beat(long at, double millis, GeneratorHealth health, long received, int users) {}

  public GeneratorWatch {
    beats = List.copyOf(beats);
  }

  /**
   * Reads the file; the result is empty if Gatling ended before it began to record.
   *
   * @throws IOException if a line other than the last one can't be read
   */
  public static GeneratorWatch read(Path file) throws IOException {
    List<Beat> beats = new ArrayList<>();
    if (Files.exists(file)) {
      String text = Files.readString(file);
      // The last line of a process that was killed may be cut off.
      for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
        beats.add(Handover.parse(line, Beat.class));
      }
    }
    return new GeneratorWatch(beats);
  }

  /**
   * Returns the health between two instants. Without records, the sum of long pauses is 0 and the
   * other figures are NaN.
   */
  public GeneratorHealth health(long from, long until) {
    List<Beat> within = within(from, until);
    double millis = within.stream().mapToDouble(Beat::millis).sum();
    double cpu = within.stream().mapToDouble(beat -> beat.health.cpu() * beat.millis).sum();
    List<GeneratorHealth> healths = within.stream().map(Beat::health).toList();
    return new GeneratorHealth(
        millis > 0 ? cpu / millis : Double.NaN,
        healths.stream().mapToDouble(GeneratorHealth::longestPauseMillis).max().orElse(Double.NaN),
        healths.stream().mapToDouble(GeneratorHealth::stillMillis).sum(),
        healths.stream()
            .mapToDouble(GeneratorHealth::gcMillis)
            .reduce(Double::sum)
            .orElse(Double.NaN));
  }

  /**
   * Returns the bytes of response bodies received between two instants, to a precision of 0.1 s.
   */
  public long received(long from, long until) {
    return receivedUntil(until) - receivedUntil(from);
  }

  /** Returns the smallest number of visitors between two instants; 0 without records. */
  public int minUsers(long from, long until) {
    return within(from, until).stream().mapToInt(Beat::users).min().orElse(0);
  }

  /** Returns the largest number of visitors between two instants; 0 without records. */
  public int maxUsers(long from, long until) {
    return within(from, until).stream().mapToInt(Beat::users).max().orElse(0);
  }

  private long receivedUntil(long instant) {
    return beats.stream()
        .filter(beat -> beat.at <= instant)
        .mapToLong(Beat::received)
        .max()
        .orElse(0);
  }

  private List<Beat> within(long from, long until) {
    return beats.stream().filter(beat -> beat.at >= from && beat.at <= until).toList();
  }
}
