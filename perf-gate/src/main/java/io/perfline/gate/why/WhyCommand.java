package io.perfline.gate.why;

import io.perfline.core.command.Fault;
import io.perfline.core.command.TextTable;
import io.perfline.core.run.RunFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./perf why}: the slower methods in the recordings of a run's compared cases. */
@CommandLine.Command(
    name = "why",
    mixinStandardHelpOptions = true,
    description = {
      "Names the methods that got slower between a build and its baseline.",
      "It compares the JFR recordings that perf run made of both builds after the"
          + " measurement, for",
      "failed cases or, with --why, for all. Writes RUN/why/why.json, and stacks for"
          + " other tools."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:the recordings were compared",
      "2:wrong usage",
      "3:nothing was recorded, or it can't be read"
    })
public final class WhyCommand implements Callable<Integer> {

  private static final List<String> HEAD =
      List.of(
          "method", "", "of", "baseline", "now", "change", "interval", "per message", "most in");

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Parameters(paramLabel = "RUN", description = "Folder of the run.")
  private Path folder;

  @Override
  public Integer call() {
    print(folder, spec.commandLine().getOut());
    return 0;
  }

  /**
   * Compares the recordings of a run, and prints the methods that got slower.
   *
   * @throws Fault exit code 3 if nothing was recorded, or it can't be read
   */
  public static void print(Path folder, PrintWriter out) {
    Why why =
        Why.of(folder, RunFile.read(folder))
            .orElseThrow(
                () ->
                    Fault.noVerdict(
                        "nothing was recorded of %s: 'perf run --why' with a baseline records"
                            .formatted(folder)));
    why.cases().forEach(caseWhy -> print(caseWhy, out));
    out.flush();
  }

  private static void print(CaseWhy caseWhy, PrintWriter out) {
    out.printf("%s: %s%n", caseWhy.name(), WhyText.sentence(caseWhy));
    if (caseWhy.problem() != null) {
      return;
    }
    caseWhy.totals().forEach(total -> out.println("  " + WhyText.told(total)));
    out.printf("  %s%n%n", WhyText.recorded(caseWhy));
    if (!caseWhy.changes().isEmpty()) {
      TextTable table = TextTable.of(HEAD, Set.of(3, 4, 5));
      caseWhy.changes().forEach(change -> table.row(row(change)));
      out.println(table);
    }
  }

  private static List<String> row(MethodChange method) {
    return List.of(
        method.place(),
        method.own() ? "" : "library",
        method.resource().word(),
        WhyText.figure(method.baseline()),
        WhyText.figure(method.candidate()),
        WhyText.signed(method.change()),
        "[%s, %s]".formatted(WhyText.signed(method.low()), WhyText.signed(method.high())),
        method.resource().unit(),
        method.within() == null ? "its own code" : StackFrame.shortName(method.within()));
  }
}
