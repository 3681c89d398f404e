package io.perfline.recorder.core;

/** A recording's position in its store, a hint that speeds up finding it. */
@FunctionalInterface
public interface RecordLocator {

  /** The store finds its recordings by their ids. */
  RecordLocator BY_ID = () -> "";

  /** Returns the hint of letters, digits, {@code -} and {@code .}; empty for none. */
  String text();
}
