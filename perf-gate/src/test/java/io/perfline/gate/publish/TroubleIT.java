package io.perfline.gate.publish;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.InfluxDb;
import io.perfline.deploy.server.InfluxDbServer;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.Retry;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.influxdb.dto.Point;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests errors and outages of a real InfluxDB. */
class TroubleIT {

  private static final Path HOME = Path.of(System.getProperty("perf.home"));

  @TempDir static Path folder;
  private static InfluxDbServer server;

  private OneDatabase database;
  private InfluxDb influxDb;

  @BeforeAll
  static void start() {
    server = InfluxDbServer.start(HOME, folder.resolve("influxdb"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void aDatabaseOfItsOwn() {
    influxDb = server.environment("perf_" + UUID.randomUUID().toString().replace("-", ""));
    database = new OneDatabase(influxDb);
  }

  @Test
  void retriesDuringAShortOutage() {
    database.publish(run("r1", START, measured("http/record", times(1))));
    server.kill();
    Retry untilItIsBack =
        new Retry(
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(1)),
            pause ->
                server =
                    InfluxDbServer.start(
                        HOME,
                        folder.resolve("influxdb"),
                        influxDb.url().getPort(),
                        influxDb.password()));

    try (Database open = Database.at(influxDb, untilItIsBack)) {
      new Publishing(open, Clock.systemUTC())
          .publish(
              run("r2", START.plusSeconds(1), measured("http/record", times(2))),
              Map.of(),
              Map.of(),
              Optional.empty());
      assertThat(open.rows("SELECT run FROM perf_case"))
          .extracting(row -> row.get(1))
          .containsExactly("r1", "r2");
    }
  }

  @Test
  void aWrongPasswordGivesNoVerdictAndIsNotShown() {
    InfluxDb wrong =
        new InfluxDb(influxDb.url(), influxDb.database(), influxDb.user(), "not-the-password");

    assertThatThrownBy(() -> new OneDatabase(wrong).publish(run("r1", START)))
        .isInstanceOfSatisfying(Fault.class, e -> assertThat(e.exitCode()).isEqualTo(3))
        .hasMessageContaining("authorization failed")
        .hasMessageContaining("check user and password")
        .hasMessageNotContaining("not-the-password");
  }

  @Test
  void aUserWithoutGrantGivesNoVerdict() {
    database.publish(run("r1", START));
    try (Database open = database.open()) {
      assertThat(open.rows("CREATE USER reader WITH PASSWORD 'secret-of-reader'")).isEmpty();
      open.rows("GRANT READ ON " + InfluxQl.name(influxDb.database()) + " TO reader");
    }
    InfluxDb reader =
        new InfluxDb(influxDb.url(), influxDb.database(), "reader", "secret-of-reader");

    assertThatThrownBy(
            () -> new OneDatabase(reader).publish(run("r1", START, measured("http/a", times(1)))))
        .isInstanceOfSatisfying(Fault.class, e -> assertThat(e.exitCode()).isEqualTo(3))
        .hasMessageContaining("lacks a grant")
        .hasMessageNotContaining("secret-of-reader");
  }

  @Test
  void aPartialWriteGivesNoVerdict() {
    database.publish(run("r1", START));
    try (Database open = database.open()) {
      open.write(
          List.of(
              Point.measurement("perf_case")
                  .time(START.getEpochSecond(), TimeUnit.SECONDS) // types are fixed per shard
                  .addField("valid", "a string, where a boolean belongs")
                  .build()
                  .lineProtocol()));
    }

    assertThatThrownBy(() -> database.publish(run("r1", START, measured("http/record", times(1)))))
        .isInstanceOfSatisfying(Fault.class, e -> assertThat(e.exitCode()).isEqualTo(3))
        .hasMessageContaining("field type conflict");
  }

  @Test
  void anUnreachableServerGivesNoVerdictAfterRetries() {
    InfluxDb nobody =
        new InfluxDb(URI.create("http://127.0.0.1:1"), influxDb.database(), "perf", "secret");

    assertThatThrownBy(() -> new OneDatabase(nobody).publish(run("r1", START)))
        .isInstanceOfSatisfying(Fault.class, e -> assertThat(e.exitCode()).isEqualTo(3))
        .hasMessageContaining("http://127.0.0.1:1")
        .hasMessageContaining("is it running?");
  }
}
