package io.perfline.core.project;

import io.perfline.core.yaml.Key;
import java.time.Duration;

/**
 * The number and length of the runs of a program against each build of a comparison.
 *
 * @param length the length of a run; null if the program determines it
 */
@Key.Noun("runs to compare")
public record ComparedRuns(
    @Key(
            value = "Limits the runs of each build; a comparison ends earlier when it is decided.",
            what =
                "a number of runs; no limit can be decided by fewer than " + ComparedRuns.MIN_RUNS,
            min = ComparedRuns.MIN_RUNS,
            max = 10_000,
            defaultValue = "24")
        int runs,
    @Key(
            "Sets the duration of each run for programs that read ${seconds}; the default depends"
                + " on the program.")
        Duration length) {

  static final int MIN_RUNS = 12;

  /** The runs of a comparison if the file does not define them. */
  static final ComparedRuns DEFAULT = new ComparedRuns(24, null);

  /** The assumed length of a run of unknown length, for the progress of a measurement. */
  private static final Duration UNKNOWN = Duration.ofSeconds(10);

  /** Returns the planned length of a run; the actual run may take longer. */
  public Duration lengthOrDefault() {
    return length == null ? UNKNOWN : length;
  }
}
