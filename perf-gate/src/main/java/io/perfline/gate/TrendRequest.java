package io.perfline.gate;

import io.perfline.core.command.Fault;
import io.perfline.core.file.Json;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.core.yaml.Suggestion;
import io.perfline.gate.history.FileTrend;
import io.perfline.gate.history.HistoryFolder;
import io.perfline.gate.history.HistoryOption;
import io.perfline.gate.history.HistoryPart;
import io.perfline.gate.history.InfluxTrend;
import io.perfline.gate.history.KnownShifts;
import io.perfline.gate.history.Shift;
import io.perfline.gate.history.TrendFile;
import io.perfline.gate.history.TrendTable;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.thresholds.ThresholdsFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A request to find level shifts in a history.
 *
 * @param run the folder of a run whose branch, profile and environment are used; null for none
 * @param branch the branch of the runs; null for that of {@code run}, otherwise main
 * @param profile the profile of the runs; null for that of {@code run}, otherwise commit
 * @param metrics the metrics, as in thresholds.yml
 * @param days the length of the history in days
 * @param minChangePercent the smallest relevant shift, in percent
 * @param thresholds the file with the waivers
 * @param json the file to write the shifts to; null for none
 * @param publish true to mark the shifts on the dashboard of trends
 * @param history the location of the history
 */
public record TrendRequest(
    Path run,
    String branch,
    String profile,
    List<String> metrics,
    int days,
    double minChangePercent,
    Path thresholds,
    Path json,
    boolean publish,
    HistoryOption history) {

  static final List<String> METRICS =
      List.of("throughput", "response_time.p50", "response_time.p95");
  static final int DAYS = 365;
  static final int MIN_CHANGE_PERCENT = 3;

  /** Creates a request to analyse the history of a published run, and to mark the shifts. */
  public TrendRequest(Path run, Path thresholds, HistoryOption history) {
    this(run, null, null, METRICS, DAYS, MIN_CHANGE_PERCENT, thresholds, null, true, history);
  }

  /**
   * Finds the shifts and the status of each case, and prints both. If the request names a run of
   * the same branch and profile, also writes its {@code trend.json}.
   *
   * @return true if there is a new shift for the worse
   * @throws Fault exit code 2 if the request is invalid; 3 if the history can't be read
   */
  public boolean find(PrintWriter out) throws IOException {
    Set<Metric> all = new LinkedHashSet<>(metrics.stream().map(TrendRequest::metric).toList());
    if (days < 1) {
      throw Fault.configuration("--days must be 1 or more, not " + days);
    }
    Instant now = Clock.systemUTC().instant();
    KnownShifts known =
        new KnownShifts(
            ThresholdsFile.read(thresholds).waivers(), now.atOffset(ZoneOffset.UTC).toLocalDate());
    String named = history.environmentName();
    Optional<Run> measured = Optional.ofNullable(run).map(RunFile::read);
    HistoryPart part =
        new HistoryPart(
            Optional.ofNullable(branch).orElse(measured.map(Run::branch).orElse("main")),
            measured.map(one -> one.environment().name()).orElse(named),
            Optional.ofNullable(profile).orElse(measured.map(Run::profile).orElse("commit")),
            now.minus(Duration.ofDays(days)));
    BranchTrend.Found found = find(new BranchTrend(part, all), known, out);
    if (json != null) {
      Json.MAPPER.writeValue(json.toFile(), found.shifts());
    }
    if (measured
        .filter(one -> one.branch().equals(part.branch()))
        .filter(one -> one.profile().equals(part.profile()))
        .isPresent()) {
      TrendFile.write(run, found.statuses());
    }
    out.print(TrendTable.of(found.shifts(), found.histories(), found.runs()));
    out.print(TrendTable.statuses(found.statuses()));
    out.flush();
    return found.shifts().stream().anyMatch(shift -> shift.state() == Shift.State.NEW);
  }

  private BranchTrend.Found find(BranchTrend trend, KnownShifts known, PrintWriter out) {
    Optional<HistoryFolder> files = history.files();
    if (files.isPresent()) {
      FileTrend past = new FileTrend(files.get(), trend.part());
      past.leftOut().forEach(why -> out.println("left out: " + why));
      return trend.find(past, known, minChangePercent);
    }
    try (Database database = Database.at(history.influxDb(), Retry.patient())) {
      InfluxTrend past = new InfluxTrend(database, trend.part());
      BranchTrend.Found found = trend.find(past, known, minChangePercent);
      if (publish) {
        trend.publish(found, database);
      }
      return found;
    }
  }

  private static Metric metric(String word) {
    List<Metric> all = Arrays.stream(Metric.values()).filter(Metric::isInHistory).toList();
    List<String> known = all.stream().map(Metric::id).toList();
    return all.stream()
        .filter(metric -> metric.id().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                Fault.configuration(
                    "the history contains no metric '%s'%s; it contains %s"
                        .formatted(word, Suggestion.of(word, known), String.join(", ", known))));
  }
}
