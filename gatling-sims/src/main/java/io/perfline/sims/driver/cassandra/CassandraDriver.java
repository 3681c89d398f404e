package io.perfline.sims.driver.cassandra;

import io.perfline.core.environment.Environment;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import java.util.List;

/**
 * Drives Cassandra with version 3 of its Java driver, or with version 4 in cases with that setting.
 * A request is an unlogged batch of rows for one partition.
 */
public final class CassandraDriver implements Driver {

  static final String CONSISTENCY = "consistency";
  static final String SPACE = "space";
  static final String JAVA_DRIVER = "java_driver";

  @Override
  public String name() {
    return "cassandra";
  }

  @Override
  public List<SettingKey> keys() {
    return List.of(
        SettingKey.count(CaseSettings.MESSAGE_BYTES, 100L, "Sets the bytes of a row."),
        SettingKey.count(CaseSettings.BATCH_SIZE, 1L, "Sets the number of rows per request."),
        SettingKey.count(
            CaseSettings.PARTITIONS,
            1L,
            "Sets the number of partitions, which are written in turn."),
        SettingKey.count(CaseSettings.REPLICAS, 1L, "Sets the replication factor."),
        SettingKey.choice(CONSISTENCY, "Sets the consistency level.", "ONE", "ANY", "TWO"),
        SettingKey.choice(JAVA_DRIVER, "Selects the major version of the Java driver.", "3", "4"),
        SettingKey.choice(
            SPACE,
            "Flushes the tables after the load and measures their disk space, if measured.",
            "ignored",
            "measured"));
  }

  @Override
  public void check(Environment environment, Target target) {
    environment.cassandra();
  }

  @Override
  public Session open(Environment environment, Target target, String scope, CaseSettings settings) {
    return CassandraSession.open(environment.cassandra(), scope, settings);
  }
}
