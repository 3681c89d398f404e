package io.perfline.recorder.core;

/** Thrown if a store cannot be reached or does not work. The message contains the reason. */
public final class StoreException extends Exception {

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }

  public StoreException(String message) {
    super(message);
  }
}
