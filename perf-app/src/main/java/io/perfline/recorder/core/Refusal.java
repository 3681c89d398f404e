package io.perfline.recorder.core;

import java.util.Locale;

/**
 * The reason why a message was not recorded.
 *
 * @param kind the category by which errors are counted
 * @param detail the reason in words
 */
public record Refusal(Kind kind, String detail) {

  public static final Refusal BUSY = new Refusal(Kind.BUSY, "the queue is full; send again later");

  public static final Refusal CLOSING =
      new Refusal(Kind.CLOSING, "the recorder is stopping; send again later");

  public enum Kind {
    /** The queue is full. */
    BUSY,
    /** The store cannot be used. */
    UNAVAILABLE,
    /** The store didn't answer in time, so the message may or may not be stored. */
    TIMEOUT,
    CLOSING,
    /** The message violates a rule. */
    INVALID,
    /** The message exceeds a limit of the recorder or its store. */
    TOO_LARGE;

    private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** Returns the kind as one lower-case word for replies and metrics. */
    public String text() {
      return text;
    }
  }

  public static Refusal unavailable(String detail) {
    return new Refusal(Kind.UNAVAILABLE, detail);
  }

  public static Refusal timeout(String detail) {
    return new Refusal(Kind.TIMEOUT, detail);
  }

  public static Refusal invalid(String detail) {
    return new Refusal(Kind.INVALID, detail);
  }

  public static Refusal tooLarge(String detail) {
    return new Refusal(Kind.TOO_LARGE, detail);
  }

  /** Returns whether sending the message again can succeed. */
  public boolean worthRepeating() {
    return kind != Kind.INVALID && kind != Kind.TOO_LARGE;
  }
}
