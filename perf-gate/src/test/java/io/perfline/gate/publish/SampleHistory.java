package io.perfline.gate.publish;

import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.seconds;
import static io.perfline.core.sample.SampleRuns.times;
import static io.perfline.gate.sample.SampleVerdicts.compared;
import static io.perfline.gate.sample.SampleVerdicts.grown;
import static io.perfline.gate.sample.SampleVerdicts.limited;
import static io.perfline.gate.sample.SampleVerdicts.line;
import static io.perfline.gate.sample.SampleVerdicts.throughput;
import static io.perfline.gate.sample.SampleVerdicts.verdict;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Generator;
import io.perfline.core.run.Run;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.ServerMemory;
import io.perfline.core.run.ServerMemory.LiveSet;
import io.perfline.core.run.ServerMemory.OfBuild;
import io.perfline.core.run.ServerMemory.OfDeployment;
import io.perfline.core.run.Unchanged;
import io.perfline.gate.TrendMarks;
import io.perfline.gate.history.CaseStatus.State;
import io.perfline.gate.history.HistoryPart;
import io.perfline.gate.influx.Database;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.verdict.Finding;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Published runs, an hour apart, with data for every panel of the dashboards: several points per
 * sweep, cases with two targets, and paired cases, one of them unchanged.
 */
record SampleHistory(Database database) {

  private static final int[] VALUES = {2, 4, 8};

  private static final Map<String, List<String>> SWEEPS =
      Map.of(
          "kafka", List.of("batch_size", "connections", "partitions", "replicas", "message_size"),
          "cassandra",
              List.of("batch_size", "connections", "partitions", "replicas", "message_size"),
          "kryonet", List.of("one_port", "many_ports"),
          "redis", List.of("batch_size", "connections", "channels", "subscribers", "message_size"),
          "etcd", List.of("members", "connections", "connections_3", "readers", "message_size"));

  /** Publishes {@code r1}, which started at this time, and {@code r2}. */
  static void publish(Database database, Instant start) {
    SampleHistory history = new SampleHistory(database);
    history.publish("r1", start);
    history.publish("r2", start.plusSeconds(3600));
    Instant second = start.plusSeconds(3600);
    TrendMarks marks = new TrendMarks(database, new HistoryPart("main", "local", "commit", start));
    Set<Metric> metrics =
        EnumSet.of(Metric.THROUGHPUT, Metric.RESPONSE_TIME_P95, Metric.CPU, Metric.ALLOCATION);
    marks.publish(
        metrics,
        metrics.stream().map(metric -> SampleShifts.shift("http/record", metric, second)).toList());
    marks.publish(
        List.of(
            SampleShifts.status("http/record", "r2", second),
            SampleShifts.status("paired/http", "r1", start, State.STALE),
            SampleShifts.status("kafka/batch_size/2", "r2", second, State.AS_USUAL)));
  }

  private static ServerMemory memory() {
    OfBuild build =
        new OfBuild(List.of(new LiveSet(0, 5_000_000), new LiveSet(100, 5_001_000)), 9L, 8L);
    return new ServerMemory(List.of(new OfDeployment(1, build, build)), "a test");
  }

  private void publish(String id, Instant start) {
    CaseResult http =
        measured("http/record", start, times(1000, 2000, 3000))
            .with(new ServerCost(120.0, 4096.0, null, "a test"))
            .with(memory())
            .withGenerator(new Generator(0.5, null, 0.3, 4.2).withForeignCpu(0.02));
    CaseResult kafka = measured("kafka/batch_size/256", start, times(100, 200, 300));
    CaseResult recorded = measured("kafka/batch_size/256", "recorder", start, times(200, 400));
    CaseResult paired = measured("paired/http", start, times(1000, 2000));
    List<CaseResult> cases = new ArrayList<>(List.of(http, kafka, recorded));
    cases.add(id.equals("r1") ? paired : paired.with(new Unchanged("the same build")));
    SWEEPS.forEach(
        (simulation, sweeps) ->
            sweeps.forEach(
                sweep -> {
                  for (int value : VALUES) {
                    String name = "%s/%s/%d".formatted(simulation, sweep, value);
                    cases.add(measured(name, start, times(100L * value, 200L * value)));
                    cases.add(measured(name, "recorder", start, times(300L * value)));
                  }
                }));
    cases.add(measured("cassandra/consistency/ONE", start, times(100, 200)));
    Run run = run(id, start, cases.toArray(CaseResult[]::new));
    new Publishing(database, Clock.systemUTC())
        .publish(
            run,
            Map.of(
                http, seconds(http, 30),
                kafka, seconds(kafka, 30),
                recorded, seconds(recorded, 30)),
            Map.of(
                http,
                Map.of(
                    "short-page", seconds(http, 30),
                    "short-static", seconds(http, 30),
                    "short-dynamic", seconds(http, 30))),
            Optional.of(
                verdict(
                    run,
                    line("record-p95", "http/record", Finding.EXCEEDED, 300.0),
                    throughput("http/record", 76.8),
                    limited("http/record", "cpu", 120, "us"),
                    limited("http/record", "allocation", 4096, "B"),
                    limited("http/record", "live_set", 5_000_000, "B"),
                    compared("http/record"),
                    grown("http/record"),
                    compared("paired/http"),
                    throughput("kafka/batch_size/256", 76.8))));
  }
}
