package io.perfline.gate.publish;

import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.seconds;
import static io.perfline.core.sample.SampleRuns.times;
import static io.perfline.gate.sample.SampleVerdicts.line;
import static io.perfline.gate.sample.SampleVerdicts.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.environment.InfluxDb;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.gate.history.HistoryFolder;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.sample.OneInfluxDb;
import io.perfline.gate.verdict.Finding;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses a real InfluxDB. */
class HistoryIT {

  @Test
  void exportAndImportPreserveEveryPoint() throws IOException {
    InfluxDb influxDb = OneInfluxDb.database();
    assertThat(history(influxDb, List.of())).isEmpty();
    fill(influxDb);
    String before = history(influxDb, List.of());

    String after = history(OneInfluxDb.database(), before.lines().toList());

    assertThat(after).isEqualTo(before);
    assertThat(before.lines()).hasSize(3 * (2 + 2 + 2 + 4 + 3 + 2));
    assertThat(before).contains("requests=2i").contains("case=http/a\\ b\\,c");
  }

  @Test
  void theLongTermHistoryIsExportedToFilesAndImported(@TempDir Path folder) throws IOException {
    InfluxDb influxDb = OneInfluxDb.database();
    fill(influxDb);
    HistoryFolder files = new HistoryFolder(folder);
    try (Database database = Database.at(influxDb, Retry.patient())) {
      assertThat(HistoryCommand.toFolder(new HistoryExport(database), files))
          .isEqualTo(3 * (2 + 2 + 2));
    }
    List<String> lines = new ArrayList<>();
    files.lines(lines::add);

    assertThat(files.files())
        .extracting(file -> file.getFileName().toString())
        .containsExactly("r0.lp", "r1.lp", "r2.lp");
    assertThat(history(OneInfluxDb.database(), lines).lines())
        .containsExactlyInAnyOrderElementsOf(lines);
  }

  /** Publishes three runs that are more than one step of the export apart. */
  private static void fill(InfluxDb influxDb) {
    Instant last = Instant.now().minusSeconds(60);
    try (Database database = Database.at(influxDb, Retry.patient())) {
      for (int i = 0; i < 3; i++) {
        Instant start = last.minus(Duration.ofDays(20L * (2 - i)));
        CaseResult recorded = measured("http/a b,c", start, times(1, 2));
        Run run = run("r" + i, start, recorded, measured("kafka/batch_size/256", times(3, 4)));
        new Publishing(database, Clock.systemUTC())
            .publish(
                run,
                Map.of(recorded, seconds(recorded, 4)),
                Map.of(recorded, Map.of("short-page", seconds(recorded, 3))),
                Optional.of(verdict(run, line("t", "http/a b,c", Finding.BROKEN, 300.0))));
      }
    }
  }

  @Test
  void leavesOutSecondsBeyondTheirRetention() {
    try (Database database = Database.at(OneInfluxDb.database(), Retry.patient())) {
      database.createIfMissing();
      HistoryImport lines = new HistoryImport(database, Clock.fixed(Instant.now(), ZoneOffset.UTC));
      lines.line("perf_interval,case=a second=1i 1000000000");
      lines.line("perf_run,run=r errors=1i 1000000000");
      lines.line("perf_case,case=a requests=1i 1000000000");
      lines.write();

      assertThat(lines.expired()).isEqualTo(2);
      assertThat(lines.points()).isEqualTo(1);
      assertThat(database.rows("SELECT requests FROM perf_case")).hasSize(1);
    }
  }

  private static String history(InfluxDb influxDb, List<String> first) throws IOException {
    try (Database database = Database.at(influxDb, Retry.patient())) {
      database.createIfMissing();
      HistoryImport lines = new HistoryImport(database, Clock.systemUTC());
      first.forEach(lines::line);
      lines.write();
      assertThat(lines.expired()).isZero();
      StringWriter out = new StringWriter();
      for (InfluxSchema schema : InfluxSchema.HISTORY) {
        new HistoryExport(database).write(schema, line -> out.append(line).append('\n'));
      }
      return out.toString();
    }
  }
}
