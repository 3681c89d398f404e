package io.perfline.gate.report;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunWithSeconds;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;

/** Writes the report of a run. */
public final class ReportStage {

  private ReportStage() {}

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
    Optional<Verdict> verdict = VerdictFile.readIfThere(folder);
    verdict
        .filter(decided -> !decided.run().equals(run.run()))
        .ifPresent(
            decided -> {
              throw Fault.noVerdict(
                  ("%s contains run %s, but %s is about run %s: judge it again with 'perf gate"
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
