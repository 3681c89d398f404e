package io.perfline.gate.publish;

import io.perfline.core.environment.InfluxDb;
import io.perfline.core.run.Run;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.sample.OneInfluxDb;
import io.perfline.gate.verdict.Verdict;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Publishes to a test's database and queries it, without retries. */
record OneDatabase(InfluxDb address) {

  /** Creates a database for one test. */
  static OneDatabase create() {
    return new OneDatabase(OneInfluxDb.database());
  }

  Database open() {
    return Database.at(address, Retry.never());
  }

  Publishing.Counts publish(Run run) {
    return publish(run, Optional.empty());
  }

  Publishing.Counts publish(Run run, Verdict verdict) {
    return publish(run, Optional.of(verdict));
  }

  private Publishing.Counts publish(Run run, Optional<Verdict> verdict) {
    try (Database database = open()) {
      return new Publishing(database, Clock.systemUTC()).publish(run, Map.of(), Map.of(), verdict);
    }
  }

  List<List<Object>> rows(String query) {
    try (Database database = open()) {
      return database.rows(query).toList();
    }
  }
}
