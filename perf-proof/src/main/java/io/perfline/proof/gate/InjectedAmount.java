package io.perfline.proof.gate;

import io.perfline.core.profile.FlightRecordings;
import io.perfline.core.profile.RecordedCase;
import io.perfline.core.profile.RecordedSlice;
import io.perfline.gate.why.Resource;
import io.perfline.proof.slowed.Taken;
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
  static double of(Path run, RecordedCase recorded, Resource resource) throws IOException {
    double amount = 0;
    for (String file : recorded.files()) {
      try (RecordingFile events = new RecordingFile(FlightRecordings.folder(run).resolve(file))) {
        while (events.hasMoreEvents()) {
          RecordedEvent event = events.readEvent();
          if (event.getEventType().getName().equals(Taken.NAME)
              && isIn(recorded.slices(), event.getStartTime())) {
            amount += Taken.EVERY * amount(event, resource);
          }
        }
      }
    }
    long messages =
        recorded.slices().stream()
            .filter(RecordedSlice::candidate)
            .mapToLong(RecordedSlice::messages)
            .sum();
    return amount / messages;
  }

  private static double amount(RecordedEvent event, Resource resource) {
    return switch (resource) {
      case CPU -> event.getLong("cpu") / NANOS_PER_US;
      case ALLOCATION -> event.getLong("allocation");
      case WAIT -> event.getLong("waiting") / NANOS_PER_US;
    };
  }

  private static boolean isIn(List<RecordedSlice> slices, Instant time) {
    return slices.stream()
        .anyMatch(
            slice ->
                slice.candidate() && !time.isBefore(slice.start()) && time.isBefore(slice.end()));
  }
}
