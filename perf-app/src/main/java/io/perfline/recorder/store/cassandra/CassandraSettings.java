package io.perfline.recorder.store.cassandra;

import io.perfline.recorder.core.BindAddress;
import io.perfline.recorder.core.RecorderSettings;
import io.perfline.recorder.core.SettingName;
import io.perfline.recorder.core.SettingValues;
import io.perfline.recorder.core.Store;
import io.perfline.recorder.core.StoreSettings;
import java.util.List;

/**
 * The connection to Cassandra and the keyspace. User and password are null without authentication.
 */
public record CassandraSettings(
    List<BindAddress> contactPoints,
    String datacenter,
    String user,
    String password,
    boolean tls,
    String keyspace,
    int replication,
    int partitions,
    String consistency)
    implements StoreSettings {

  /** Reads the settings; wrong ones become faults. */
  public static CassandraSettings read(SettingValues values) {
    values.needed(SettingName.CASSANDRA_CONTACT_POINTS, "set it to Cassandra's nodes, host:port,…");
    String user = values.text(SettingName.CASSANDRA_USER, null);
    String password = values.text(SettingName.CASSANDRA_PASSWORD, null);
    if ((user == null) != (password == null)) {
      values.fault("RECORDER_CASSANDRA_USER and RECORDER_CASSANDRA_PASSWORD only go together");
    }
    return new CassandraSettings(
        values.list(SettingName.CASSANDRA_CONTACT_POINTS, BindAddress::parse),
        values.needed(SettingName.CASSANDRA_DATACENTER, "set it to the data center to write to"),
        user,
        password,
        values.flag(SettingName.CASSANDRA_TLS),
        values.matching(
            SettingName.CASSANDRA_KEYSPACE,
            "recorder",
            "[a-z][a-z0-9_]{0,47}",
            "a lower-case letter, then up to 47 lower-case letters, digits and '_'"),
        values.number(SettingName.CASSANDRA_REPLICATION, 1, 1, 100),
        values.number(SettingName.CASSANDRA_PARTITIONS, 4, 1, 64),
        values.choice(SettingName.CASSANDRA_CONSISTENCY, Level.LOCAL_QUORUM, Level.class).name());
  }

  @Override
  public Store open(RecorderSettings settings) {
    return new CassandraStore(settings, this);
  }

  @Override
  public String toString() {
    return "Cassandra[" + contactPoints + ", " + datacenter + ", user=" + user + "]";
  }

  /** The consistency levels that can be set for writes and reads. */
  private enum Level {
    ONE,
    TWO,
    THREE,
    QUORUM,
    ALL,
    LOCAL_ONE,
    LOCAL_QUORUM,
    EACH_QUORUM
  }
}
