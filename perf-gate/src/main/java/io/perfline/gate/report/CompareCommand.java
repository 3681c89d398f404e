package io.perfline.gate.report;

import io.perfline.core.command.Fault;
import io.perfline.core.run.RunWithSeconds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/**
 * The command {@code ./perfline compare}, which prints the changes from one run to another, case by
 * case.
 */
@CommandLine.Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the changes from run A to run B, case by case, with confidence" + " intervals."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the runs were compared, whatever changed",
      "2:wrong usage",
      "3:the runs, or a case of both, can't be compared"
    })
public final class CompareCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Parameters(index = "0", paramLabel = "A", description = "Folder of the first run.")
  private Path before;

  @CommandLine.Parameters(index = "1", paramLabel = "B", description = "Folder of the second run.")
  private Path now;

  @CommandLine.Option(
      names = "--markdown",
      paramLabel = "FILE",
      description = "Also writes the table as Markdown.")
  private Path markdown;

  @Override
  public Integer call() {
    RunComparison comparison =
        RunComparison.of(RunWithSeconds.read(before), RunWithSeconds.read(now));
    spec.commandLine().getOut().print(ComparisonTable.terminal(comparison));
    spec.commandLine().getOut().flush();
    if (markdown != null) {
      write(ComparisonTable.markdown(comparison));
    }
    return comparison.whole() ? 0 : Fault.NO_VERDICT;
  }

  private void write(String text) {
    try {
      Files.writeString(markdown, text);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot write the comparison to " + markdown + ": " + e, e);
    }
  }
}
