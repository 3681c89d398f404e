package io.perfline.recorder.core;

import io.perfline.recorder.message.Recording;
import java.util.UUID;

/**
 * A recording without its data.
 *
 * @param locator the text of the {@link RecordLocator} of the recording
 */
public record RecordingSummary(
    UUID id, UUID vsId, String url, int status, long time, String locator) {

  public static RecordingSummary of(Recording recording, String locator) {
    return new RecordingSummary(
        recording.id(),
        recording.vsId(),
        recording.url(),
        recording.status(),
        recording.time(),
        locator);
  }
}
