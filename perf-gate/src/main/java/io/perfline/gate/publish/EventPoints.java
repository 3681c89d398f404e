package io.perfline.gate.publish;

import io.perfline.core.run.Run;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.EventKind;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.SchemaPoint;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes points of the events in dashboards: deployments and decisions of the gate. */
public final class EventPoints {

  private EventPoints() {}

  /**
   * Makes the points of a run's events.
   *
   * @param before the text of the gate's decision on the previous run, in the form of {@link
   *     #text(Verdict)}; empty if there is none
   */
  public static List<String> of(Run run, Optional<Verdict> verdict, String before) {
    List<String> events = new ArrayList<>();
    if (run.deployedCommit() != null) {
      events.add(
          event(run, EventKind.DEPLOYMENT, run.started(), "deployed " + run.deployedCommit())
              .line());
    }
    verdict.ifPresent(decided -> events.add(gate(run, decided, before)));
    return events;
  }

  private static String gate(Run run, Verdict verdict, String before) {
    String text = text(verdict);
    return event(run, EventKind.GATE, run.ended(), text)
        .field(Column.CHANGED, red(text) != red(before))
        .line();
  }

  /** Returns the gate's decision on one line. */
  public static String text(Verdict verdict) {
    return verdict.outcome().id() + ": " + verdict.summary();
  }

  private static boolean red(String text) {
    return text.startsWith(Outcome.FAIL.id()) || text.startsWith(Outcome.INVALID.id());
  }

  private static SchemaPoint event(Run run, EventKind kind, Instant time, String text) {
    SchemaPoint point =
        SchemaPoint.of(InfluxSchema.PERF_EVENT, time)
            .tag(Column.BRANCH, run.branch())
            .tag(Column.ENVIRONMENT, run.environment().name())
            .tag(Column.KIND, kind.id())
            .field(Column.RUN, run.run())
            .field(Column.BUILD, run.build())
            .field(Column.TEXT, text);
    return CasePoints.RunWindow.of(run).mark(point);
  }
}
