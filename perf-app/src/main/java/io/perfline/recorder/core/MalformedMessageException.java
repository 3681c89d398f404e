package io.perfline.recorder.core;

/** The input is not a message; the text describes the error and its place for the sender. */
public final class MalformedMessageException extends Exception {

  MalformedMessageException(String message) {
    super(message, null, false, false);
  }
}
