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

/** {@code ./perfline-dev selftest} proves the gate with real measurements. */
@CommandLine.Command(
    name = "selftest",
    mixinStandardHelpOptions = true,
    subcommands = WhyProofCommand.class,
    description = {
      "Judges the recorder against itself and against copies that are slowed on purpose.",
      "Each verdict is obtained as in ./perfline ci: all entry points, until thresholds.yml is"
          + " decided.",
      "Prints false alarms, detections and the load that a verdict took. Needs the stack.",
      "The same command continues an interrupted self-test."
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
      description =
          "Verdicts on each change, and twice as many on equal builds; default ${DEFAULT-VALUE}.")
  private int times;

  @CommandLine.Option(
      names = "--only",
      paramLabel = "WAY/KIND",
      description =
          "Injects only these changes, such as kryonet/cpu, kryonet/* or */lock; other entry points"
              + " stay unchanged. May be repeated.")
  private List<String> only = List.of();

  @CommandLine.Option(
      names = "--slow",
      paramLabel = "WAY/KIND=AMOUNT",
      description = {
        "Injects only this change, of a fixed amount per message, such as kryonet/cpu=200us. WAY is"
            + " record, pages, kryonet or topic. KIND is cpu; wait; allocation, in bytes such as"
            + " 8kB; lock, which others wait for; tail, a wait of one message in fifty; or leak,"
            + " which adds the amount after every ten thousand messages. May be repeated."
      })
  private List<String> slowings = List.of();

  @CommandLine.Option(
      names = "--write-war",
      paramLabel = "FILE",
      description = "Only writes a copy of the recorder with all changes of --slow.")
  private Path copy;

  @CommandLine.Option(
      names = "--fresh",
      description = "Ignores the measurements of earlier self-tests of this WAR.")
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
    out.printf("The measurements are in %s%n%n", work);
    List<Proved> proved;
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
          "--write-war needs at least one --slow WAY/KIND=AMOUNT; without it the copy would be the"
              + " WAR itself");
    }
    if (copy != null && InjectedChange.of(given).size() > 1) {
      throw Fault.configuration("--write-war accepts one --slow per entry point, not several");
    }
    if (!only.isEmpty() && !given.isEmpty()) {
      throw Fault.configuration("--only chooses among shares: it can't be used with --slow");
    }
    if (times < 1) {
      throw Fault.configuration("--verdicts must be 1 or more, not " + times);
    }
  }

  static int code(List<ProvedRow> rows) {
    if (rows.stream().anyMatch(row -> row.unchanged() && row.failed() > 0)) {
      return Fault.EXCEEDED;
    }
    return rows.stream().anyMatch(row -> row.noVerdict() > 0) ? Fault.NO_VERDICT : 0;
  }

  private static Verdict judge(Path folder, Path thresholds) throws IOException {
    return new GateStage(new PrintWriter(Writer.nullWriter()))
        .judge(new GateRequest(folder, thresholds, new HistoryOption()))
        .verdict();
  }
}
