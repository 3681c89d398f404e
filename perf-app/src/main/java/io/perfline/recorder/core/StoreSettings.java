package io.perfline.recorder.core;

import io.perfline.recorder.core.RecorderSettings.Kafka;
import java.util.Optional;

/** The settings of a kind of store, which create it. */
public interface StoreSettings {

  /** Creates the store, which can't be used before its first check. */
  Store open(RecorderSettings settings);

  /** Returns the connection to Kafka that the store uses; empty for other stores. */
  default Optional<Kafka> kafka() {
    return Optional.empty();
  }
}
