package io.perfline.gate.publish;

import io.perfline.core.run.Run;
import io.perfline.gate.verdict.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a dashboard marks in time: the deployment before the load, the gate's decision behind it.
 */
public final class EventPoints {

  private static final String DEPLOYMENT = "deployment";
  private static final String GATE = "gate";

  private EventPoints() {}

  public static List<String> of(Run run, Optional<Verdict> verdict) {
    List<String> events = new ArrayList<>();
    if (run.deployedCommit() != null) {
      events.add(event(run, DEPLOYMENT, run.started(), "deployed " + run.deployedCommit()));
    }
    verdict.ifPresent(
        decided ->
            events.add(
                event(
                    run, GATE, run.ended(), decided.outcome().word() + ": " + decided.summary())));
    return events;
  }

  private static String event(Run run, String kind, Instant time, String text) {
    return SchemaPoint.of(Schema.PERF_EVENT, time)
        .tag("branch", run.branch())
        .tag("environment", run.environment().name())
        .tag("kind", kind)
        .field("run", run.run())
        .field("build", run.build())
        .field("text", text)
        .line();
  }
}
