package io.perfline.recorder.core;

/**
 * Thrown if the input is not a valid message. The text describes the error and its position for the
 * sender.
 */
public final class MalformedMessageException extends Exception {

  MalformedMessageException(String message) {
    super(message, null, false, false);
  }
}
