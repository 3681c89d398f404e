package io.perfline.recorder.message;

import java.util.Objects;
import java.util.UUID;

/**
 * The reply to a {@link Recording} that is not known to be stored; it may be sent again.
 *
 * @param id the message's id
 * @param kind the category by which errors are counted, such as {@code busy} or {@code unavailable}
 * @param detail the reason in words
 */
public record Refused(UUID id, String kind, String detail) {

  public Refused {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(detail, "detail");
  }
}
