package io.perfline.gate;

import io.perfline.core.command.Fault;
import io.perfline.core.file.Json;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.core.yaml.Suggestion;
import io.perfline.gate.history.FileTrend;
import io.perfline.gate.history.HistoryFolder;
import io.perfline.gate.history.InfluxTrend;
import io.perfline.gate.history.KnownShifts;
import io.perfline.gate.history.Shift;
import io.perfline.gate.history.TrendFile;
import io.perfline.gate.history.TrendHistory;
import io.perfline.gate.history.TrendTable;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.thresholds.Metric;
import io.perfline.gate.thresholds.ThresholdsFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds level shifts in the history of each case. */
public record TrendStage(PrintWriter out) {

  /**
   * Finds the shifts and the status of each case, and prints both. If the request names a run of
   * the same branch and profile, also writes its {@code trend.json}.
   *
   * @return true if there is a new shift for the worse
   * @throws Fault exit code 2 if the request is invalid; 3 if the history can't be read
   */
  public boolean run(TrendRequest request) throws IOException {
    Set<Metric> metrics =
        new LinkedHashSet<>(request.metrics().stream().map(TrendStage::metric).toList());
    if (request.days() < 1) {
      throw Fault.configuration("--days must be 1 or more, not " + request.days());
    }
    Instant now = Clock.systemUTC().instant();
    KnownShifts known =
        new KnownShifts(
            ThresholdsFile.read(request.thresholds()).waivers(),
            now.atOffset(ZoneOffset.UTC).toLocalDate());
    String named = request.history().environmentName();
    Optional<Run> run = Optional.ofNullable(request.run()).map(RunFile::read);
    String branch =
        Optional.ofNullable(request.branch()).orElse(run.map(Run::branch).orElse("main"));
    String profile =
        Optional.ofNullable(request.profile()).orElse(run.map(Run::profile).orElse("commit"));
    String place = run.map(one -> one.environment().name()).orElse(named);
    Instant since = now.minus(Duration.ofDays(request.days()));
    BranchTrend trend = new BranchTrend(branch, place, profile, metrics, since);
    BranchTrend.Found found = find(request, trend, known);
    if (request.json() != null) {
      Json.MAPPER.writeValue(request.json().toFile(), found.shifts());
    }
    if (run.isPresent()
        && run.get().branch().equals(branch)
        && run.get().profile().equals(profile)) {
      TrendFile.write(request.run(), found.standings());
    }
    out.print(TrendTable.of(found.shifts(), found.histories(), found.runs()));
    out.print(TrendTable.statuses(found.standings()));
    out.flush();
    return found.shifts().stream().anyMatch(shift -> shift.state() == Shift.State.NEW);
  }

  private BranchTrend.Found find(TrendRequest request, BranchTrend trend, KnownShifts known) {
    Optional<HistoryFolder> files = request.history().files();
    String branch = trend.branch();
    String place = trend.environment();
    String profile = trend.profile();
    if (files.isPresent()) {
      FileTrend past = new FileTrend(files.get(), branch, place, profile, trend.since());
      past.leftOut().forEach(why -> out.println("left out: " + why));
      return trend.find(past, known, request.least());
    }
    try (Database database = Database.at(request.history().influxDb(), Retry.patient())) {
      InfluxTrend past = new InfluxTrend(database, branch, place, profile, trend.since());
      BranchTrend.Found found = trend.find(past, known, request.least());
      if (request.publish()) {
        trend.publish(found, database);
      }
      return found;
    }
  }

  private static Metric metric(String word) {
    List<Metric> all = Arrays.stream(Metric.values()).filter(TrendHistory::holds).toList();
    List<String> known = all.stream().map(Metric::word).toList();
    return all.stream()
        .filter(metric -> metric.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                Fault.configuration(
                    "the history contains no metric '%s'%s; it contains %s"
                        .formatted(word, Suggestion.of(word, known), String.join(", ", known))));
  }
}
