package io.perfline.recorder.core;

/** A store that can't be reached or doesn't work as set up; the message says where and why. */
public final class StoreException extends Exception {

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }

  public StoreException(String message) {
    super(message);
  }
}
