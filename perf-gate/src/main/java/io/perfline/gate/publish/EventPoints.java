package io.perfline.gate.publish;

import io.perfline.core.run.Run;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.EventKind;
import io.perfline.gate.influx.Schema;
import io.perfline.gate.influx.SchemaPoint;
import io.perfline.gate.verdict.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a dashboard marks in time: the deployment before the load, the gate's decision behind it.
 */
public final class EventPoints {

  private EventPoints() {}

  public static List<String> of(Run run, Optional<Verdict> verdict) {
    List<String> events = new ArrayList<>();
    if (run.deployedCommit() != null) {
      events.add(
          event(run, EventKind.DEPLOYMENT, run.started(), "deployed " + run.deployedCommit()));
    }
    verdict.ifPresent(
        decided ->
            events.add(
                event(
                    run,
                    EventKind.GATE,
                    run.ended(),
                    decided.outcome().word() + ": " + decided.summary())));
    return events;
  }

  private static String event(Run run, EventKind kind, Instant time, String text) {
    return SchemaPoint.of(Schema.PERF_EVENT, time)
        .tag(Column.BRANCH, run.branch())
        .tag(Column.ENVIRONMENT, run.environment().name())
        .tag(Column.KIND, kind.word())
        .field(Column.RUN, run.run())
        .field(Column.BUILD, run.build())
        .field(Column.TEXT, text)
        .line();
  }
}
