package io.perfline.recorder.core;

import io.perfline.recorder.message.Recording;
import java.util.UUID;

/**
 * A recording without its data.
 *
 * @param place the text of its {@link RecordLocator}
 */
public record RecordingSummary(
    UUID id, UUID vsId, String url, int status, long time, String place) {

  /** All of a recording but its data. */
  public static RecordingSummary of(Recording recording, String place) {
    return new RecordingSummary(
        recording.id(),
        recording.vsId(),
        recording.url(),
        recording.status(),
        recording.time(),
        place);
  }
}
