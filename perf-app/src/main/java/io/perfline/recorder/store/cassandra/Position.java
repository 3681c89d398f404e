package io.perfline.recorder.store.cassandra;

import io.perfline.recorder.core.Ids;
import java.util.UUID;

/** The last recording of a page, in the order of the list; as a cursor, the three as text. */
record Position(long time, int bucket, UUID id) {

  /** The position that a cursor is, or null for the beginning. */
  static Position parse(String cursor, int partitions) {
    if (cursor.isEmpty()) {
      return null;
    }
    String[] parts = cursor.split("\\.", -1);
    UUID id = parts.length == 3 ? Ids.parse(parts[2]) : null;
    long bucket = id == null ? partitions : number(parts[1]);
    if (bucket >= partitions) {
      throw new IllegalArgumentException("not a cursor of this list");
    }
    return new Position(number(parts[0]), (int) bucket, id);
  }

  /** A number from 0 on, as a locator or in a cursor. */
  static long number(String text) {
    if (!text.matches("\\d{1,18}")) {
      throw new IllegalArgumentException("not a place in this store");
    }
    return Long.parseLong(text);
  }

  String cursor() {
    return time + "." + bucket + "." + id;
  }
}
