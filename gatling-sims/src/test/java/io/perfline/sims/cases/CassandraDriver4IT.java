package io.perfline.sims.cases;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** Runs the contract with version 4 of Cassandra's Java driver. */
@Tag("acceptance")
class CassandraDriver4IT extends CassandraDriverIT {

  @Override
  Map<String, Object> settings() {
    Map<String, Object> settings = new HashMap<>(super.settings());
    settings.put("java_driver", "4");
    return settings;
  }
}
