package io.perfline.gate.report;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunWithSeconds;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/**
 * The command {@code ./perfline report}, which shows a run, and its verdict if there is one, on a
 * web page.
 */
@CommandLine.Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = {
      "Writes RUN/report/index.html: the verdict, exceeded limits, and all" + " measurements.",
      "The report is plain HTML with SVG and one style sheet, as Jenkins' content"
          + " policy requires."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the report was written, whatever the verdict",
      "2:wrong usage",
      "3:the run could not be read, or the verdict in RUN belongs to another run"
    })
public final class ReportCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Parameters(paramLabel = "RUN", description = "Folder of the run.")
  private Path folder;

  @CommandLine.Option(
      names = "--against",
      paramLabel = "RUN",
      description = "Folder of another run, which is shown in the same charts.")
  private Path against;

  @CommandLine.Option(
      names = "--published",
      description = "Also prints the sweeps compared with published figures.")
  private boolean published;

  @Override
  public Integer call() {
    write(folder, against, published, spec.commandLine().getOut());
    return 0;
  }

  /**
   * Writes the report of a run and prints its path.
   *
   * @param against the folder of another run to show in the same charts; null for none
   * @param published true to print the sweeps compared with published figures
   * @throws Fault exit code 3 if the verdict in the folder is about another run
   */
  public static void write(Path folder, Path against, boolean published, PrintWriter out) {
    System.setProperty("java.awt.headless", "true");
    RunWithSeconds measured = RunWithSeconds.read(folder);
    Run run = measured.run();
    Optional<Verdict> verdict = VerdictFile.readIfPresent(folder);
    verdict
        .filter(decided -> !decided.run().equals(run.run()))
        .ifPresent(
            decided -> {
              throw Fault.noVerdict(
                  ("%s contains run %s, but %s is about run %s: judge it again with 'perfline gate"
                          + " %s'")
                      .formatted(folder, run.run(), VerdictFile.NAME, decided.run(), folder));
            });
    Path page =
        Report.writeFolder(
            folder,
            new Report(
                    Optional.of(folder),
                    measured,
                    verdict,
                    Optional.ofNullable(against).map(RunWithSeconds::read))
                .compose());
    if (published) {
      out.println(PublishedTable.terminal(run.cases()));
    }
    out.println("report: " + page);
  }
}
