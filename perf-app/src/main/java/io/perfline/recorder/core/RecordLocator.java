package io.perfline.recorder.core;

/** The position of a recording in its store, as a hint that makes finding it faster. */
@FunctionalInterface
public interface RecordLocator {

  /** The locator of stores that find recordings by id and need no hint. */
  RecordLocator BY_ID = () -> "";

  /**
   * Returns the hint, which contains only letters, digits, {@code -} and {@code .}; empty for none.
   */
  String text();
}
