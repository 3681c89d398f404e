package io.perfline.gate.history;

import io.perfline.core.environment.InfluxDb;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.thresholds.Metric;
import io.perfline.gate.trend.CaseHistory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads the whole history of each case, one case at a time, since all of them are much. */
public final class InfluxTrend {

  /**
   * A case that there is a history of.
   *
   * @param name its name
   * @param target {@code direct} or {@code recorder}
   */
  public record Measured(String name, String target) {}

  private final Queries queries;
  private final String which;

  /**
   * @param since how far back to look
   */
  public InfluxTrend(
      InfluxDb address, String branch, String environment, String profile, Instant since) {
    this.queries = new Queries(address);
    this.which =
        "branch = %s AND environment = %s AND profile = %s AND time >= %d"
            .formatted(
                Queries.text(branch),
                Queries.text(environment),
                Queries.text(profile),
                InfluxHistory.nanoseconds(since));
  }

  /** Whether a case's points tell the metric. */
  public static boolean holds(Metric metric) {
    return metric != Metric.EFFICIENCY && metric != Metric.SPACE;
  }

  /** All cases that were measured. */
  public List<Measured> cases() {
    return queries
        .ask(
            "SELECT run FROM perf_case WHERE %s GROUP BY \"case\", target LIMIT 1".formatted(which))
        .stream()
        .map(answer -> new Measured(answer.text("case"), answer.text("target")))
        .toList();
  }

  /** What each machine ever validly measured of a case. */
  public List<CaseHistory> histories(Measured one, Set<Metric> metrics) {
    Map<String, List<PastCase>> machines = new TreeMap<>();
    queries.ask(
        "SELECT %s FROM perf_case WHERE %s AND \"case\" = %s AND target = %s"
            .formatted(
                PastPoint.columns(metrics),
                which,
                Queries.text(one.name()),
                Queries.text(one.target())),
        answer -> {
          if (answer.text("valid").equals("true")) {
            machines
                .computeIfAbsent(answer.text("fingerprint"), machine -> new ArrayList<>())
                .add(PastPoint.read(answer, metrics));
          }
        });
    return machines.entrySet().stream()
        .map(
            machine ->
                new CaseHistory(one.name(), one.target(), machine.getKey(), machine.getValue()))
        .toList();
  }
}
