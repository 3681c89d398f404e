package io.perfline.recorder.store.kafka;

import io.perfline.recorder.core.RecordLocator;

/** A partition and an offset in it, as text {@code 3-1234}. */
record KafkaLocator(int partition, long offset) implements RecordLocator {

  @Override
  public String text() {
    return partition + "-" + offset;
  }

  /** Reads the text, or throws IllegalArgumentException. */
  static KafkaLocator parse(String text) {
    int dash = text.indexOf('-');
    try {
      KafkaLocator locator =
          new KafkaLocator(
              Integer.parseInt(text.substring(0, Math.max(0, dash))),
              Long.parseLong(text.substring(dash + 1)));
      if (locator.partition >= 0 && locator.offset >= 0) {
        return locator;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is no place in a topic", e);
    }
    throw new IllegalArgumentException("'" + text + "' is no place in a topic");
  }
}
