package io.perfline.sims.driver.http;

/**
 * Which posts hold several messages.
 *
 * @param messages in a batch
 * @param every one post in so many is a batch, the others hold one message
 * @param form how the messages of a batch stand behind each other
 */
public record Batches(int messages, int every, Form form) {

  /** One message in each post. */
  public static final Batches NONE = new Batches(1, 1, Form.ARRAY);

  /** How a body holds several messages. */
  public enum Form {
    /** A JSON array, or the message itself where it is alone. */
    ARRAY,
    /** A line each. */
    LINES,
    /** By turns. */
    BOTH
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
