package io.perfline.recorder.message;

import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;

/**
 * One recorded message of a virtual service.
 *
 * @param id the message's id, chosen by the sender; a message that is sent again keeps its id
 * @param vsId the virtual service it belongs to
 * @param url the suffix of the target URL: visible ASCII, may be empty
 * @param status the status code of the response
 * @param time the time of recording, in milliseconds since the epoch
 * @param data the recorded bytes; the array is not copied and must not be modified afterwards
 */
public record Recording(UUID id, UUID vsId, String url, int status, long time, byte[] data) {

  public Recording {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(vsId, "vsId");
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(data, "data");
  }

  /** Returns whether all fields are equal; the data is compared byte by byte. */
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

  /** Omits the data, which may be large and private. */
  @Override
  public String toString() {
    return "Recording[id=" + id + ", vsId=" + vsId + ", " + data.length + " bytes]";
  }
}
