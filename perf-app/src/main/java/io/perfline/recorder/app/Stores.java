package io.perfline.recorder.app;

import io.perfline.recorder.core.Store;
import io.perfline.recorder.settings.RecorderSettings;
import io.perfline.recorder.store.cassandra.CassandraStore;
import io.perfline.recorder.store.kafka.KafkaStore;
import io.perfline.recorder.store.memory.MemoryStore;

/** Makes the store that the settings ask for. */
public final class Stores {

  private Stores() {}

  /** Makes it; it doesn't work before its first check. */
  public static Store of(RecorderSettings settings) {
    return switch (settings.store()) {
      case MEMORY -> new MemoryStore(settings.memory().messages(), settings.memory().bytes());
      case KAFKA -> new KafkaStore(settings);
      case CASSANDRA -> new CassandraStore(settings);
    };
  }
}
