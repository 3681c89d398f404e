package io.perfline.sims.driver.http;

/**
 * Which posts hold several messages.
 *
 * @param messages in a batch
 * @param every one post in so many is a batch, the others hold one message
 * @param form how the messages of a batch stand behind each other
 */
public record Batches(int messages, int every, Form form) {

  /** How a body holds several messages. */
  public enum Form {
    /** A JSON array, or the message itself where it is alone. */
    ARRAY,
    /** A line each. */
    LINES,
    /** By turns. */
    BOTH
  }

  /** Each post holds so many, as an array where they are several. */
  public static Batches of(int messages) {
    return new Batches(messages, 1, Form.ARRAY);
  }

  /** After how many posts all forms of them have been. */
  int period() {
    return form == Form.BOTH ? 2 * every : every;
  }

  /** The messages in the post with this index. */
  int in(int index) {
    return isBatch(index) ? messages : 1;
  }

  /** Whether the post with this index has a message a line. */
  boolean isLines(int index) {
    return switch (form) {
      case ARRAY -> false;
      case LINES -> isBatch(index);
      case BOTH -> isBatch(index) && index / every % 2 == 1;
    };
  }

  private boolean isBatch(int index) {
    return (index + 1) % every == 0;
  }
}
