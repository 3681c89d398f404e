package io.perfline.proof.gate;

import io.perfline.core.run.FlightRecordings;
import io.perfline.core.run.JfrCase;
import io.perfline.core.run.JfrSlice;
import io.perfline.gate.why.Resource;
import io.perfline.proof.slowed.SlowdownClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** What a slowed method took more, a message, as its own clocks told the recording. */
final class InjectedAmount {

  private static final double NANOS_PER_US = 1e3;

  private InjectedAmount() {}

  /**
   * Of the candidate's slices.
   *
   * @param run the folder of the run
   * @throws IOException when a recording can't be read
   */
  static double of(Path run, JfrCase jfrCase, Resource resource) throws IOException {
    double amount = 0;
    for (String file : jfrCase.files()) {
      try (RecordingFile events = new RecordingFile(FlightRecordings.folder(run).resolve(file))) {
        while (events.hasMoreEvents()) {
          RecordedEvent event = events.readEvent();
          if (event.getEventType().getName().equals(SlowdownClock.NAME)
              && isIn(jfrCase.slices(), event.getStartTime())) {
            amount += SlowdownClock.EVERY * amount(event, resource);
          }
        }
      }
    }
    long messages =
        jfrCase.slices().stream().filter(JfrSlice::candidate).mapToLong(JfrSlice::messages).sum();
    return amount / messages;
  }

  private static double amount(RecordedEvent event, Resource resource) {
    return switch (resource) {
      case CPU -> event.getLong("cpu") / NANOS_PER_US;
      case ALLOCATION -> event.getLong("allocation");
      case WAIT -> event.getLong("waiting") / NANOS_PER_US;
    };
  }

  private static boolean isIn(List<JfrSlice> slices, Instant time) {
    return slices.stream()
        .anyMatch(
            slice ->
                slice.candidate() && !time.isBefore(slice.start()) && time.isBefore(slice.end()));
  }
}
