package io.perfline.sims.driver.http;

/**
 * Selects the posts that contain several messages.
 *
 * @param every the interval, in posts, at which one is a batch; the others contain one message
 */
public record Batches(int messages, int every, Form form) {

  /** The format of a body with several messages. */
  public enum Form {
    /** A JSON array; a single message is not in an array. */
    ARRAY,
    /** One message per line. */
    LINES,
    /** Both formats alternately. */
    BOTH
  }

  /** Returns a selection in which every post is a batch, as an array. */
  public static Batches of(int messages) {
    return new Batches(messages, 1, Form.ARRAY);
  }

  /** Returns the number of posts after which the pattern repeats. */
  int period() {
    return form == Form.BOTH ? 2 * every : every;
  }

  /** Returns the number of messages in a post. */
  int in(int index) {
    return isBatch(index) ? messages : 1;
  }

  /** Returns whether a post has one message per line. */
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
