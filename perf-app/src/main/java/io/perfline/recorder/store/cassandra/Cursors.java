package io.perfline.recorder.store.cassandra;

import io.perfline.recorder.core.Ids;
import java.util.UUID;

/** Positions in lists as text. */
final class Cursors {

  private Cursors() {}

  /** The time that a locator is. */
  static long time(String text) {
    return number(text);
  }

  static String of(RecordingTable.Position position) {
    return position.time() + "." + position.bucket() + "." + position.id();
  }

  /** The position, or null for the beginning. */
  static RecordingTable.Position position(String cursor, int partitions) {
    if (cursor.isEmpty()) {
      return null;
    }
    String[] parts = cursor.split("\\.", -1);
    UUID id = parts.length == 3 ? Ids.parse(parts[2]) : null;
    if (id == null) {
      throw new IllegalArgumentException("not a cursor of this list");
    }
    long bucket = number(parts[1]);
    if (bucket >= partitions) {
      throw new IllegalArgumentException("not a cursor of this list");
    }
    return new RecordingTable.Position(number(parts[0]), (int) bucket, id);
  }

  private static long number(String text) {
    try {
      long number = Long.parseLong(text);
      if (number >= 0 && number < Long.MAX_VALUE) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not a place in this store", e);
    }
    throw new IllegalArgumentException("not a place in this store");
  }
}
