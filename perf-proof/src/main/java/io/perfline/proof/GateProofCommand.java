package io.perfline.proof;

import io.perfline.core.command.Fault;
import io.perfline.gate.GateRequest;
import io.perfline.gate.GateStage;
import io.perfline.gate.history.HistoryOption;
import io.perfline.gate.prove.ProofReport;
import io.perfline.gate.prove.ProofSeries.Proved;
import io.perfline.gate.prove.ProvedRow;
import io.perfline.gate.verdict.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./perf-dev selftest}: proves the gate on real measurements. */
@CommandLine.Command(
    name = "selftest",
    mixinStandardHelpOptions = true,
    subcommands = WhyProofCommand.class,
    description = {
      "Has the gate judge the recorder against itself and against copies slowed on purpose.",
      "Each verdict is one of ./perf ci: all entry points, as long as thresholds.yml takes to"
          + " decide.",
      "Prints false alarms, detections and the load that a verdict took. Needs the stack.",
      "Started again, it goes on where it was interrupted."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:no false alarm",
      "1:the gate failed a build in which nothing had changed",
      "2:wrong usage, or something is not built",
      "3:something could not be measured or judged"
    })
public final class GateProofCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Option(
      names = "--verdicts",
      paramLabel = "N",
      defaultValue = "1",
      description = "Verdicts on each change, and twice as many on none; default ${DEFAULT-VALUE}.")
  private int times;

  @CommandLine.Option(
      names = "--only",
      paramLabel = "WAY/KIND",
      description =
          "Some of the changes, such as kryonet/cpu, kryonet/* or */lock; other entry points stay"
              + " as they are. May be repeated.")
  private List<String> only = List.of();

  @CommandLine.Option(
      names = "--slow",
      paramLabel = "WAY/KIND=AMOUNT",
      description = {
        "Just this change, of a fixed amount for each message, such as kryonet/cpu=200us. Ways:"
            + " record, pages, kryonet, topic. Kinds: cpu; wait; allocation, of bytes as in 8kB;"
            + " lock, kept for the amount while others wait; tail, a wait of one message in fifty;"
            + " leak, more by that for every ten thousand messages. May be repeated."
      })
  private List<String> slowings = List.of();

  @CommandLine.Option(
      names = "--write-war",
      paramLabel = "FILE",
      description = "Write a copy of the recorder with all of --slow in it, and nothing else.")
  private Path copy;

  @CommandLine.Option(
      names = "--fresh",
      description = "Measure anew what an earlier self-test of this WAR has measured.")
  private boolean fresh;

  @CommandLine.Mixin private ProofOptions options;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path war = options.war();
    List<Slowing> given = slowings.stream().map(Slowing::parse).toList();
    List<ChangeFilter> wanted = only.stream().map(ChangeFilter::parse).toList();
    check(given);
    PrintWriter out = spec.commandLine().getOut();
    if (copy != null) {
      out.println("Written: " + SlowedWar.write(war, given, copy));
      return 0;
    }
    Path thresholds = options.home().resolve("thresholds.yml");
    Path work = options.work("", thresholds);
    if (fresh) {
      work = work.resolveSibling(work.getFileName() + "-" + System.currentTimeMillis());
    }
    out.printf("Measured and kept in %s%n%n", work);
    List<Proved> proved;
    // Nothing here needs the recordings that follow a measurement.
    List<String> measured = List.of("paired", "--no-why", "--profile", options.profile());
    try (GateProofRun runs = options.runs(measured)) {
      GateProof proof = new GateProof(war, thresholds, work, runs, GateProofCommand::judge, out);
      proved = given.isEmpty() ? proof.shares(wanted, times) : proof.given(given, times);
    }
    out.printf("%n%s", ProofReport.of("The recorder", proved));
    out.flush();
    List<ProvedRow> rows = ProvedRow.of(proved);
    options.write(rows);
    return code(rows);
  }

  private void check(List<Slowing> given) {
    if (copy != null && given.isEmpty()) {
      throw Fault.configuration(
          "--write-war takes at least one --slow WAY/KIND=AMOUNT: what isn't slowed is the WAR"
              + " itself");
    }
    if (copy != null && InjectedChange.of(given).size() > 1) {
      throw Fault.configuration("--write-war takes one --slow per entry point, not several");
    }
    if (!only.isEmpty() && !given.isEmpty()) {
      throw Fault.configuration("--only chooses among shares: it can't be used with --slow");
    }
    if (times < 1) {
      throw Fault.configuration("--verdicts takes a number from 1 on, not " + times);
    }
  }

  static int code(List<ProvedRow> rows) {
    if (rows.stream().anyMatch(row -> row.unchanged() && row.failed() > 0)) {
      return Fault.BROKEN;
    }
    return rows.stream().anyMatch(row -> row.noVerdict() > 0) ? Fault.NO_VERDICT : 0;
  }

  private static Verdict judge(Path folder, Path thresholds) throws IOException {
    return new GateStage(new PrintWriter(Writer.nullWriter()))
        .judge(new GateRequest(folder, thresholds, new HistoryOption()))
        .verdict();
  }
}
