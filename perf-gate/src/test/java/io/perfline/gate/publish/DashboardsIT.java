package io.perfline.gate.publish;

import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.seconds;
import static io.perfline.core.sample.SampleRuns.times;
import static io.perfline.gate.sample.SampleVerdicts.line;
import static io.perfline.gate.sample.SampleVerdicts.throughput;
import static io.perfline.gate.sample.SampleVerdicts.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.environment.InfluxDb;
import io.perfline.core.run.Case;
import io.perfline.core.run.Run;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.publish.Dashboard.Asked;
import io.perfline.gate.sample.OneInfluxDb;
import io.perfline.gate.verdict.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

  private static final List<String> SWEEPS =
      List.of(
          "kafka/connections/8",
          "cassandra/partitions/64",
          "cassandra/replicas/2",
          "kafka/message_size/20480",
          "kryonet/one_port/10",
          "kryonet/many_ports/10");

  private static Database database;

  @BeforeAll
  static void publishTwoRuns() {
    InfluxDb address = OneInfluxDb.database();
    database = Database.at(address, Retry.patient());
    Instant start = Instant.now().minus(Duration.ofHours(2));
    publish("r1", start);
    publish("r2", start.plusSeconds(3600));
    new ShiftEvents("main", "local", "commit", start, Set.of("throughput"))
        .publish(database, List.of(SampleShifts.shift("http/record", start.plusSeconds(3600))));
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

  private static void publish(String id, Instant start) {
    Case http = measured("http/record", start, times(1000, 2000, 3000));
    Case kafka = measured("kafka/batch_size/256", start, times(100, 200, 300));
    List<Case> cases = new ArrayList<>(List.of(http, kafka));
    for (String sweep : SWEEPS) {
      cases.add(measured(sweep, start, times(100, 200)));
    }
    Run run = run(id, start, cases.toArray(Case[]::new));
    new Publishing(database, Clock.systemUTC())
        .publish(
            run,
            Map.of(http, seconds(http, 30), kafka, seconds(kafka, 30)),
            Map.of(
                http,
                Map.of(
                    "short-page", seconds(http, 30),
                    "short-static", seconds(http, 30),
                    "short-dynamic", seconds(http, 30))),
            Optional.of(
                verdict(
                    run,
                    line("record-p95", "http/record", Finding.BROKEN, 300.0),
                    throughput("kafka/batch_size/256", 76.8))));
  }
}
