package io.perfline.gate.publish;

import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.seconds;
import static io.perfline.core.sample.SampleRuns.times;
import static io.perfline.gate.sample.SampleVerdicts.line;
import static io.perfline.gate.sample.SampleVerdicts.throughput;
import static io.perfline.gate.sample.SampleVerdicts.verdict;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Generator;
import io.perfline.core.run.Run;
import io.perfline.core.run.ServerCost;
import io.perfline.gate.StandingPoints;
import io.perfline.gate.influx.Database;
import io.perfline.gate.verdict.Finding;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Two published runs, an hour apart, that leave something on every panel of the dashboards. */
record SampleHistory(Database database) {

  private static final List<String> SWEEPS =
      List.of(
          "kafka/connections/8",
          "cassandra/partitions/64",
          "cassandra/replicas/2",
          "cassandra/consistency/ONE",
          "kafka/message_size/20480",
          "kryonet/one_port/10",
          "kryonet/many_ports/10",
          "redis/channels/8",
          "redis/subscribers/4",
          "etcd/members/3",
          "etcd/connections_3/16",
          "etcd/readers/4");

  /** Publishes {@code r1}, which started then, and {@code r2}. */
  static void publish(Database database, Instant start) {
    SampleHistory history = new SampleHistory(database);
    history.publish("r1", start);
    history.publish("r2", start.plusSeconds(3600));
    new ShiftEvents("main", "local", "commit", start, Set.of("throughput"))
        .publish(database, List.of(SampleShifts.shift("http/record", start.plusSeconds(3600))));
    new StandingPoints("main", "local", "commit")
        .publish(database, List.of(SampleShifts.standing("http/record", "r2", start)));
  }

  private void publish(String id, Instant start) {
    CaseResult http =
        measured("http/record", start, times(1000, 2000, 3000))
            .with(new ServerCost(120.0, 4096.0, "a test"))
            .withGenerator(new Generator(0.5, null, 0.3, 4.2).withForeignCpu(0.02));
    CaseResult kafka = measured("kafka/batch_size/256", start, times(100, 200, 300));
    List<CaseResult> cases = new ArrayList<>(List.of(http, kafka));
    for (String sweep : SWEEPS) {
      cases.add(measured(sweep, start, times(100, 200)));
    }
    Run run = run(id, start, cases.toArray(CaseResult[]::new));
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
