package io.perfline.recorder.store.kafka;

import io.perfline.recorder.core.RecordLocator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The partition and offset of a record. Its text is, for example, {@code 3-1234}. */
record KafkaLocator(int partition, long offset) implements RecordLocator {

  private static final Pattern TEXT = Pattern.compile("(\\d{1,9})-(\\d{1,18})");

  @Override
  public String text() {
    return partition + "-" + offset;
  }

  /**
   * Parses the text of a locator.
   *
   * @throws IllegalArgumentException if it is not one
   */
  static KafkaLocator parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not a position in a topic");
    }
    return new KafkaLocator(Integer.parseInt(parts.group(1)), Long.parseLong(parts.group(2)));
  }
}
