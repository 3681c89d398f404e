package io.perfline.gate.report;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/**
 * The command {@code ./perf report}, which shows a run, and its verdict if there is one, on a web
 * page.
 */
@CommandLine.Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = {
      "Writes RUN/report/index.html: the verdict, exceeded limits, and all" + " measurements.",
      "The report is plain HTML with SVG and one style sheet, as Jenkins' content"
          + " policy requires."
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
    ReportStage.write(folder, against, published, spec.commandLine().getOut());
    return 0;
  }
}
