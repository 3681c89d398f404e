package io.perfline.recorder.json;

/** What was sent is no message; the text tells the sender what is wrong and where. */
public final class MalformedMessageException extends Exception {

  MalformedMessageException(String message) {
    super(message, null, false, false);
  }
}
