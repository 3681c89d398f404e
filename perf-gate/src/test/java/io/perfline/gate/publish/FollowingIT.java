package io.perfline.gate.publish;

import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.environment.InfluxDb;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.RawMaterial;
import io.perfline.core.run.Run;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.sample.OneInfluxDb;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests live publishing with a real InfluxDB and without one. */
class FollowingIT {

  private static final String NAME = "kafka/batch_size/256";

  @TempDir Path folder;
  private final Instant start = Instant.now().minusSeconds(60);
  private final List<String> warnings = new ArrayList<>();
  private Path run;
  private Path name;

  @BeforeEach
  void aRunThatHasBegun() throws IOException {
    run = folder.resolve("r1");
    Files.createDirectories(run.resolve("kafka"));
    name = run.resolve("kafka").resolve(RawMaterial.fileName(NAME, "direct"));
    Instant millis = start.truncatedTo(ChronoUnit.MILLIS);
    Files.writeString(
        Path.of(name + ".hlog"),
        String.format(
            Locale.ROOT,
            "#[StartTime: %.3f (seconds since epoch), now]\n",
            millis.toEpochMilli() / 1000.0));
    append("second,requests,messages,bytes,errors,users\n");
  }

  @Test
  void publishesSecondsLiveWithoutDuplicates() throws IOException {
    InfluxDb influxDb = OneInfluxDb.database();
    try (Database database = Database.at(influxDb, Retry.patient())) {
      LivePublisher publisher = following(database, start);
      publisher.connect();
      assertThat(database.rows("SHOW DATABASES")).contains(List.of(influxDb.database()));
      publisher.publishNew();
      append("0,1,256,25600,0,8\n1,2,512,51200,0,8\n");

      publisher.publishNew();

      assertThat(stored(database)).containsExactly(List.of(256.0, 0.0), List.of(512.0, 1.0));
      append("2,3,768,76800,0,8\n");
      CaseResult result = measured(NAME, start, times(1000));
      Run whole = run("r1", start, result);
      for (int i = 0; i < 2; i++) {
        new Publishing(database, Clock.systemUTC())
            .publish(
                whole, Map.of(result, RawMaterial.read(run, result)), Map.of(), Optional.empty());
        assertThat(stored(database))
            .containsExactly(List.of(256.0, 0.0), List.of(512.0, 1.0), List.of(768.0, 2.0));
      }
      assertThat(publisher.written()).isEqualTo(2);
      assertThat(warnings).isEmpty();
    }
  }

  @Test
  void reportsAMissingInfluxDbOnceAndContinues() throws IOException {
    InfluxDb nobody = new InfluxDb(URI.create("http://127.0.0.1:1"), "x", "u", "secret");
    try (Database database = Database.at(nobody, Retry.never())) {
      LivePublisher publisher = following(database, start);
      publisher.connect();
      for (int i = 0; i < 3; i++) {
        append(i + ",1,256,25600,0,8\n");
        publisher.publishNew();
      }

      assertThat(publisher.written()).isZero();
      assertThat(warnings)
          .singleElement()
          .asString()
          .contains("http://127.0.0.1:1", "is it running?", "The run continues")
          .doesNotContain("secret");
    }
  }

  private LivePublisher following(Database database, Instant now) {
    return new LivePublisher(
        run,
        "r1",
        List.of(
            new CatalogueEntry(NAME, "direct", List.of("commit")),
            new CatalogueEntry("http/record", "recorder", List.of("commit"))),
        database,
        Clock.fixed(now, ZoneOffset.UTC),
        warnings::add);
  }

  private static List<List<Object>> stored(Database database) {
    return database
        .rows(
            "SELECT messages_per_s, second FROM intervals.perf_interval WHERE run = 'r1'"
                + " AND target = 'direct'")
        .map(row -> row.subList(1, 3))
        .toList();
  }

  private void append(String lines) throws IOException {
    Files.writeString(
        Path.of(name + ".seconds.csv"),
        lines,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
