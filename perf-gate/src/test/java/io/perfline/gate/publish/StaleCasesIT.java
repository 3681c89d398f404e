package io.perfline.gate.publish;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Unchanged;
import io.perfline.gate.BranchTrend;
import io.perfline.gate.history.CaseStatus;
import io.perfline.gate.history.CaseStatus.State;
import io.perfline.gate.history.HistoryPart;
import io.perfline.gate.history.InfluxTrend;
import io.perfline.gate.history.KnownShifts;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.sample.OneInfluxDb;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests that a case that was not measured lately is stale, not as usual. */
class StaleCasesIT {

  private static final int RUNS = 20;

  @Test
  void invalidAndMissingCasesAreStaleAndUnchangedOnesAreNot() {
    try (Database database = Database.at(OneInfluxDb.database(), Retry.patient())) {
      for (int i = 0; i < RUNS; i++) {
        publish(database, i);
      }
      HistoryPart part = new HistoryPart("main", "local", "commit", START);
      Map<String, CaseStatus> statuses =
          new BranchTrend(part, Set.of(Metric.RESPONSE_TIME_P95))
                  .find(
                      new InfluxTrend(database, part),
                      new KnownShifts(List.of(), LocalDate.EPOCH),
                      3)
                  .statuses()
                  .stream()
                  .collect(Collectors.toMap(CaseStatus::caseName, status -> status));

      assertThat(statuses.get("http/record").state()).isEqualTo(State.AS_USUAL);
      assertThat(statuses.get("paired/unchanged").state()).isEqualTo(State.AS_USUAL);
      assertThat(statuses.get("http/invalid").state()).isEqualTo(State.STALE);
      assertThat(statuses.get("http/invalid").freshness().text())
          .isEqualTo("invalid in its newest 3 runs");
      assertThat(statuses.get("http/missing").state()).isEqualTo(State.STALE);
      assertThat(statuses.get("http/missing").freshness().text())
          .isEqualTo("not in the newest 10 runs");
      assertThat(statuses.get("http/never").freshness().text()).isEqualTo("never valid");
    }
  }

  private static void publish(Database database, int number) {
    Instant start = START.plusSeconds(3600L * number);
    List<CaseResult> cases = new ArrayList<>();
    CaseResult unchanged = result("paired/unchanged", start, number);
    cases.add(result("http/record", start, number));
    cases.add(number < RUNS - 5 ? unchanged : unchanged.with(new Unchanged("the same build")));
    CaseResult invalid = result("http/invalid", start, number);
    cases.add(number < RUNS - 3 ? invalid : invalid.withProblems(List.of("starved")));
    cases.add(result("http/never", start, number).withProblems(List.of("starved")));
    if (number < RUNS - 10) {
      cases.add(result("http/missing", start, number));
    }
    new Publishing(database, Clock.systemUTC())
        .publish(
            run("r" + number, start, cases.toArray(CaseResult[]::new)),
            Map.of(),
            Map.of(),
            Optional.empty());
  }

  /** Returns a case with little noise. */
  private static CaseResult result(String name, Instant start, int number) {
    return measured(name, start, times(1000 + 10 * (number % 4)));
  }
}
