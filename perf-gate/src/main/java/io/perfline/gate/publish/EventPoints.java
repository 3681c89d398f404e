package io.perfline.gate.publish;

import io.perfline.gate.run.Run;
import io.perfline.gate.verdict.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.influxdb.dto.Point;

/**
 * What a dashboard marks in time: the deployment before the load, the gate's decision behind it.
 */
final class EventPoints {

  private static final String DEPLOYMENT = "deployment";
  private static final String GATE = "gate";

  private EventPoints() {}

  static List<Point> of(Run run, Optional<Verdict> verdict) {
    List<Point> events = new ArrayList<>();
    if (run.deployed_commit() != null) {
      events.add(event(run, DEPLOYMENT, run.started(), "deployed " + run.deployed_commit()));
    }
    verdict.ifPresent(
        decided ->
            events.add(
                event(
                    run, GATE, run.ended(), decided.outcome().word() + ": " + decided.summary())));
    return events;
  }

  private static Point event(Run run, String kind, Instant time, String text) {
    return SchemaPoint.of(Schema.PERF_EVENT, time)
        .tag("branch", run.branch())
        .tag("environment", run.environment().name())
        .tag("kind", kind)
        .field("run", run.run())
        .field("build", run.build())
        .field("text", text)
        .build();
  }
}
