package io.perfline.recorder.core;

/** Where a store keeps a recording, as a hint that finds it again at once. */
@FunctionalInterface
public interface RecordLocator {

  /** The store finds its recordings by their ids alone. */
  RecordLocator BY_ID = () -> "";

  /** The hint, made of letters, digits, {@code -} and {@code .} only; empty when there is none. */
  String text();
}
