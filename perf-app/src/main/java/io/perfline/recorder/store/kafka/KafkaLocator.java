package io.perfline.recorder.store.kafka;

import io.perfline.recorder.core.RecordLocator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A partition and an offset, as text {@code 3-1234}. */
record KafkaLocator(int partition, long offset) implements RecordLocator {

  private static final Pattern TEXT = Pattern.compile("(\\d{1,9})-(\\d{1,18})");

  @Override
  public String text() {
    return partition + "-" + offset;
  }

  /** Reads the text, or throws IllegalArgumentException. */
  static KafkaLocator parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not a position in a topic");
    }
    return new KafkaLocator(Integer.parseInt(parts.group(1)), Long.parseLong(parts.group(2)));
  }
}
