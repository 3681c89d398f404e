package io.perfline.gate.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.environment.InfluxDb;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.publish.Dashboard.Asked;
import io.perfline.gate.sample.OneInfluxDb;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every query of every dashboard, asked of a real InfluxDB that holds two published runs. */
class DashboardsIT {

  private static final Path HOME = Path.of(System.getProperty("perf.home"));

  /** What a viewer would have chosen; every other variable stands at "All". */
  private static final Substitution YEAR =
      new Substitution("time >= now() - 1d", "1m", Map.of("run", "r2", "other", "r1"));

  private static Database database;

  @BeforeAll
  static void publishTwoRuns() {
    InfluxDb address = OneInfluxDb.database();
    database = Database.at(address, Retry.patient());
    SampleHistory.publish(database, Instant.now().minus(Duration.ofHours(2)));
  }

  @AfterAll
  static void stop() {
    database.close();
  }

  static Stream<Asked> queries() throws IOException {
    return Dashboard.all(HOME).stream().flatMap(dashboard -> dashboard.queries().stream());
  }

  @ParameterizedTest
  @MethodSource("queries")
  void returnsRows(Asked asked) {
    assertThat(database.rows(YEAR.into(asked.query()))).as(asked.query()).isNotEmpty();
  }
}
