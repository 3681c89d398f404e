package io.perfline.recorder.core;

/** A store cannot be reached or does not work; the message contains its address and the reason. */
public final class StoreException extends Exception {

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }

  public StoreException(String message) {
    super(message);
  }
}
