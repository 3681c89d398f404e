package io.perfline.sims.driver.kryonet;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The message of the published measurement: an id and a map of elements, of 16 bytes each when
 * serialized. Only the bare peer knows it; the recorder has a message of its own.
 */
record Elements(UUID id, Map<Long, Long> elements) {
  /** What the id takes, and every element, in bytes. */
  static final int ENTRY_BYTES = 16;

  /** The serialized length with so many elements: 48 bytes with 2, 3216 with 200. */
  static int bytes(int elements) {
    return ENTRY_BYTES * (1 + elements);
  }

  /** A map for messages: they may share it. */
  static Map<Long, Long> map(int elements) {
    Map<Long, Long> map = new HashMap<>();
    for (long key = 0; key < elements; key++) {
      map.put(key, ~key);
    }
    return map;
  }
}
