package io.perfline.gate;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.gate.history.HistoryOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** The command {@code ./perfline trend}, which finds level shifts in the history of each case. */
@CommandLine.Command(
    name = "trend",
    mixinStandardHelpOptions = true,
    description = {
      "Finds level shifts in the history of each case and the range of commits that"
          + " caused them.",
      "Shifts with a waiver in thresholds.yml (shift: COMMIT) are known, others are new.",
      "Also counts the cases that are worse, better, stale or as usual, and lists those that"
          + " changed or are stale."
    },
    exitCodeListHeading = "%nExit codes:%n",
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
      description = "The branch of the runs; default that of RUN, else main.")
  private String branch;

  @CommandLine.Option(
      names = "--profile",
      description = "The profile of the runs; default that of RUN, else commit.")
  private String profile;

  @CommandLine.Option(
      names = "--metric",
      paramLabel = "METRIC",
      description =
          "A metric of thresholds.yml; may be repeated; default throughput, response_time.p50 and"
              + " response_time.p95.")
  private List<String> metrics = TrendRequest.METRICS;

  @CommandLine.Option(
      names = "--days",
      defaultValue = "" + TrendRequest.DAYS,
      description = "Analyses the runs of this number of days; default ${DEFAULT-VALUE}.")
  private int days;

  @CommandLine.Option(
      names = "--least",
      paramLabel = "PERCENT",
      defaultValue = "" + TrendRequest.MIN_CHANGE_PERCENT,
      description = "Leaves out shifts smaller than this; default ${DEFAULT-VALUE}.")
  private double minChangePercent;

  @CommandLine.Option(
      names = "--thresholds",
      paramLabel = "FILE",
      defaultValue = Homes.DEFAULT + "/thresholds.yml",
      description = "The file with the waivers (default: thresholds.yml of the checkout).")
  private Path thresholds;

  @CommandLine.Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also writes the shifts as JSON.")
  private Path json;

  @CommandLine.Option(
      names = "--publish",
      description =
          "Also marks the shifts in InfluxDB for the dashboard of trends, replacing the earlier"
              + " marks; a history in files has no dashboard.")
  private boolean publish;

  @CommandLine.Mixin private HistoryOption history;

  @Override
  public Integer call() throws IOException {
    TrendRequest request =
        new TrendRequest(
            folder,
            branch,
            profile,
            metrics,
            days,
            minChangePercent,
            thresholds,
            json,
            publish,
            history);
    return request.find(spec.commandLine().getOut()) ? Fault.EXCEEDED : 0;
  }
}
