package io.perfline.recorder.message;

import java.util.Objects;
import java.util.UUID;

/**
 * The reply to a {@link Recording} that its store has acknowledged.
 *
 * @param id the message's id
 */
public record Stored(UUID id) {

  public Stored {
    Objects.requireNonNull(id, "id");
  }
}
