package io.perfline.recorder.message;

import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;

/**
 * One recorded message of a virtual service.
 *
 * @param id the message's id, given by the sender; sending the same id again stores the same
 *     message
 * @param vsId the virtual service it belongs to
 * @param url the target URL's suffix: visible ASCII, may be empty
 * @param status the response's status code
 * @param time the time of recording, in milliseconds since the epoch
 * @param data the bytes; the array is not copied and must not be changed afterwards
 */
public record Recording(UUID id, UUID vsId, String url, int status, long time, byte[] data) {

  public Recording {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(vsId, "vsId");
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(data, "data");
  }

  /** Equal in every part, the data byte for byte. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Recording that
        && id.equals(that.id)
        && vsId.equals(that.vsId)
        && url.equals(that.url)
        && status == that.status
        && time == that.time
        && Arrays.equals(data, that.data);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  /** Names the message without its data, which may be large and private. */
  @Override
  public String toString() {
    return "Recording[id=" + id + ", vsId=" + vsId + ", " + data.length + " bytes]";
  }
}
