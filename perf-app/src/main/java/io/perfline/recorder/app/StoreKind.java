package io.perfline.recorder.app;

import io.perfline.recorder.core.MemoryStore;
import io.perfline.recorder.core.SettingValues;
import io.perfline.recorder.core.StoreSettings;
import io.perfline.recorder.store.cassandra.CassandraSettings;
import io.perfline.recorder.store.kafka.KafkaStore;
import java.util.function.Function;

/** The kinds of stores, by the words of the setting {@code STORE}; each reads its own settings. */
public enum StoreKind implements Function<SettingValues, StoreSettings> {
  MEMORY(MemoryStore.Settings::read),
  KAFKA(KafkaStore.Settings::read),
  CASSANDRA(CassandraSettings::read);

  @SuppressWarnings("ImmutableEnumChecker") // a method without state
  private final Function<SettingValues, StoreSettings> reader;

  StoreKind(Function<SettingValues, StoreSettings> reader) {
    this.reader = reader;
  }

  @Override
  public StoreSettings apply(SettingValues values) {
    return reader.apply(values);
  }
}
