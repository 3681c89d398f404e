package io.perfline.gate.publish;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.times;
import static io.perfline.gate.sample.SampleVerdicts.line;
import static io.perfline.gate.sample.SampleVerdicts.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.perfline.core.run.Run;
import io.perfline.gate.TrendMarks;
import io.perfline.gate.history.HistoryPart;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxRow;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.sample.OneInfluxDb;
import io.perfline.gate.verdict.Finding;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusMarksIT {

  @Test
  void aCaseHasOnePointWithItsLimitAndTheTimeOfItsRun() {
    try (Database database = Database.at(OneInfluxDb.database(), Retry.patient())) {
      Run run = run("r2", START, measured("http/record", times(1000)));
      new Publishing(database, Clock.systemUTC())
          .publish(
              run,
              Map.of(),
              Map.of(),
              Optional.of(verdict(run, line("p95", "http/record", Finding.EXCEEDED, 300.0))));
      HistoryPart part = new HistoryPart("main", "local", "commit", START);
      TrendMarks marks = new TrendMarks(database, part);

      marks.publish(List.of(SampleShifts.status("http/old", "r1", START)));
      marks.publish(List.of(SampleShifts.status("http/record", "r2", START)));

      InfluxRow row = only(database);
      assertThat(row.text("case")).isEqualTo("http/record");
      assertThat(row.text("state")).isEqualTo("worse");
      assertThat(row.text("newest")).isEqualTo("112 ms");
      assertThat(row.text("usual")).isEqualTo("100 ms");
      assertThat(row.text("since")).isEqualTo("after 0a, up to 0b");
      assertThat(row.number("change_percent")).isCloseTo(11.96, within(0.01));
      assertThat(row.number("change_low_percent")).isCloseTo(9.42, within(0.01));
      assertThat(row.number("limit_share")).isCloseTo(112 / 250.0, within(1e-9));
      assertThat(row.whole("run_middle_ms")).isEqualTo(START.toEpochMilli() + 5000);
      assertThat(row.whole("run_window_ms")).isEqualTo(11_000);
      assertThat(row.text("change")).isEqualTo("+12 % [+9.4 % to +15 %]");
      assertThat(row.text("since_run")).isEqualTo("r2");
      assertThat(row.whole("since_middle_ms")).isEqualTo(START.toEpochMilli() + 5000);
      assertThat(row.whole("worse")).isEqualTo(1);
      assertThat(row.whole("unchanged")).isZero();
    }
  }

  private static InfluxRow only(Database database) {
    List<InfluxRow> rows =
        database.ask("SELECT * FROM perf_standing GROUP BY \"case\", \"target\"");
    assertThat(rows).hasSize(1);
    return rows.get(0);
  }
}
