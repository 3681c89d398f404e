package io.perfline.gate;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.file.Json;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.core.yaml.Suggestion;
import io.perfline.gate.history.FileTrend;
import io.perfline.gate.history.HistoryFolder;
import io.perfline.gate.history.HistoryOption;
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
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./perf trend}: level shifts in the history of each case. */
@CommandLine.Command(
    name = "trend",
    mixinStandardHelpOptions = true,
    description = {
      "Finds level shifts in the history of each case and the range of commits that"
          + " caused them.",
      "Shifts with a waiver in thresholds.yml (shift: COMMIT) are known, others are" + " new."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:no new shift for the worse",
      "1:a new shift for the worse",
      "2:wrong usage or thresholds",
      "3:the history is missing or can't be read"
    })
public final class TrendCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Parameters(
      paramLabel = "RUN",
      arity = "0..1",
      description =
          "Folder of a published run, whose branch, environment and profile are analysed.")
  private Path folder;

  @CommandLine.Option(
      names = "--branch",
      description = "Whose history; default that of RUN, else main.")
  private String branch;

  @CommandLine.Option(
      names = "--profile",
      description = "Of which profile's runs; default that of RUN, else commit.")
  private String profile;

  @CommandLine.Option(
      names = "--metric",
      paramLabel = "METRIC",
      description =
          "Of what, as in thresholds.yml, once or more; default throughput, response_time.p50 and"
              + " response_time.p95.")
  private List<String> words = List.of("throughput", "response_time.p50", "response_time.p95");

  @CommandLine.Option(
      names = "--days",
      defaultValue = "365",
      description = "How far back; default ${DEFAULT-VALUE}.")
  private int days;

  @CommandLine.Option(
      names = "--least",
      paramLabel = "PERCENT",
      defaultValue = "3",
      description = "Leaves out what is smaller; default ${DEFAULT-VALUE}.")
  private double least;

  @CommandLine.Option(
      names = "--thresholds",
      paramLabel = "FILE",
      defaultValue = Homes.DEFAULT + "/thresholds.yml",
      description = "Where the waivers are (default: thresholds.yml of the checkout).")
  private Path thresholds;

  @CommandLine.Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the shifts as JSON as well.")
  private Path json;

  @CommandLine.Option(
      names = "--publish",
      description =
          "Mark the shifts in InfluxDB as well, for the dashboard of trends, in the place of those"
              + " that were marked before; a history in files has no dashboard.")
  private boolean publish;

  @CommandLine.Mixin private HistoryOption history;

  private final Clock clock = Clock.systemUTC();

  @Override
  public Integer call() throws IOException {
    metrics();
    if (days < 1) {
      throw Fault.configuration("--days must be 1 or more, not " + days);
    }
    Instant now = clock.instant();
    KnownShifts known =
        new KnownShifts(
            ThresholdsFile.read(thresholds).waivers(), now.atOffset(ZoneOffset.UTC).toLocalDate());
    String place = chooseHistory(history.environment().name());
    Instant since = now.minus(Duration.ofDays(days));
    BranchTrend trend = new BranchTrend(branch, place, profile, metrics(), since);
    Optional<HistoryFolder> files = history.files();
    if (files.isPresent()) {
      FileTrend past = new FileTrend(files.get(), branch, place, profile, since);
      return tell(trend.find(past, known, least));
    }
    try (Database database = Database.at(history.influxDb(), Retry.patient())) {
      InfluxTrend past = new InfluxTrend(database, branch, place, profile, since);
      BranchTrend.Found found = trend.find(past, known, least);
      if (publish) {
        trend.publish(found, database);
      }
      return tell(found);
    }
  }

  private int tell(BranchTrend.Found found) throws IOException {
    if (json != null) {
      Json.MAPPER.writeValue(json.toFile(), found.shifts());
    }
    if (isOfRun()) {
      TrendFile.write(folder, found.standings());
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(TrendTable.of(found.shifts(), found.histories(), found.runs()));
    out.flush();
    return found.shifts().stream().anyMatch(shift -> shift.state() == Shift.State.NEW)
        ? Fault.BROKEN
        : 0;
  }

  /** Whether this is the history of the run's own branch and profile, and belongs beside it. */
  private boolean isOfRun() {
    return Optional.ofNullable(folder)
        .map(RunFile::read)
        .filter(run -> run.branch().equals(branch) && run.profile().equals(profile))
        .isPresent();
  }

  private Set<Metric> metrics() {
    return new LinkedHashSet<>(words.stream().map(TrendCommand::metric).toList());
  }

  /** What isn't said is as in the run. Returns the name of the environment. */
  private String chooseHistory(String environmentName) {
    Optional<Run> run = Optional.ofNullable(folder).map(RunFile::read);
    if (branch == null) {
      branch = run.map(Run::branch).orElse("main");
    }
    if (profile == null) {
      profile = run.map(Run::profile).orElse("commit");
    }
    return run.map(one -> one.environment().name()).orElse(environmentName);
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
