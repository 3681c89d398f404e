package io.perfline.gate;

import io.perfline.core.command.Homes;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.gate.history.HistoryOption;
import io.perfline.gate.thresholds.ThresholdsFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The command {@code ./perfline gate}, which judges a run, or checks the thresholds without a run.
 */
@CommandLine.Command(
    name = "gate",
    mixinStandardHelpOptions = true,
    description = {
      "Judges a run by thresholds.yml.",
      "Prints what is exceeded, warns or could not be judged, and writes verdict.json,"
          + " verdict.md, verdict.txt and gate-junit.xml into the run's folder."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every limit is met, warnings included",
      "1:a limit is exceeded",
      "2:wrong usage or thresholds",
      "3:no verdict: something was not measured, or not validly"
    })
public final class GateCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Parameters(paramLabel = "RUN", arity = "0..1", description = "Folder of the run.")
  private Path folder;

  @CommandLine.Option(
      names = "--thresholds",
      paramLabel = "FILE",
      defaultValue = Homes.DEFAULT + "/thresholds.yml",
      description = "The limits of a build (default: thresholds.yml of the checkout).")
  private Path thresholds;

  @CommandLine.Mixin private HistoryOption history;

  @CommandLine.Option(
      names = "--no-history",
      description = "Does not read the history. Limits that need it are not tested and give WARN.")
  private boolean withoutHistory;

  @CommandLine.Option(names = "--check", description = "Only checks the thresholds; without RUN.")
  private boolean check;

  @CommandLine.Option(
      names = "--schema",
      description = "Prints the JSON Schema of thresholds.yml, for editors; without RUN.")
  private boolean schema;

  @CommandLine.Option(
      names = "--cases",
      paramLabel = "FILE",
      hidden = true,
      description = "With --check: the cases there are, as perfline run --list --json writes them.")
  private Path cases;

  @CommandLine.Option(
      names = "--explain",
      paramLabel = "THRESHOLD",
      description = "Also explains this threshold's lines: data, method, interval, baseline.")
  private String explained;

  @CommandLine.Mixin private ShownOption shown;

  private final Supplier<List<CatalogueEntry>> planned;

  /** Creates the command without knowledge of cases. */
  public GateCommand() {
    this(List::of);
  }

  /**
   * Creates the command.
   *
   * @param planned finds the cases to which the thresholds may apply, for {@code --check}
   */
  public GateCommand(Supplier<List<CatalogueEntry>> planned) {
    this.planned = planned;
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (schema && folder == null && !check) {
      out.println(ThresholdsFile.schema().toPrettyString());
      return 0;
    }
    if (schema || check == (folder != null) || (check ? explained : cases) != null) {
      throw new ParameterException(
          spec.commandLine(),
          "give RUN, or --check of the file that --thresholds names, or --schema");
    }
    history.check();
    GateStage stage = new GateStage(out);
    if (check) {
      stage.check(thresholds, cases == null ? planned.get() : CatalogueEntry.read(cases), null);
      return 0;
    }
    HistoryOption earlier = withoutHistory ? null : history;
    return stage
        .judge(
            new GateRequest(folder, thresholds, earlier, explained, null, List.of(), shown.part()))
        .verdict()
        .outcome()
        .exitCode();
  }
}
