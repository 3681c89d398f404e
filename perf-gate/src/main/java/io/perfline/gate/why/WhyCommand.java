package io.perfline.gate.why;

import io.perfline.core.command.Fault;
import io.perfline.core.command.TextTable;
import io.perfline.core.run.RunFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine;

/**
 * The command {@code ./perfline why}, which names the methods that got slower in a run's compared
 * cases.
 */
@CommandLine.Command(
    name = "why",
    mixinStandardHelpOptions = true,
    description = {
      "Names the methods that got slower between a build and its baseline.",
      "It compares the JFR recordings that perfline run made of both builds after the"
          + " measurement, for failed cases or, with --why, for all. Writes RUN/why/why.json, and"
          + " stacks for other tools."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the recordings or stacks were compared",
      "2:wrong usage, or stacks that can't be read",
      "3:nothing was recorded, or it can't be read"
    })
public final class WhyCommand implements Callable<Integer> {

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Parameters(paramLabel = "RUN", description = "Folder of the run.")
  private Path folder;

  @CommandLine.ArgGroup(
      exclusive = false,
      heading = "CPU samples of another profiler, for a service that is not a JVM:%n")
  private Supplied supplied;

  /** The options for stacks of another profiler, which are given together. */
  private static final class Supplied {

    @CommandLine.Option(
        names = "--case",
        required = true,
        paramLabel = "CASE",
        description = "Compared case, such as paired/home.")
    private String name;

    @CommandLine.Option(
        names = "--baseline-stacks",
        required = true,
        paramLabel = "FILE",
        description = "Output of 'perf script', or collapsed stacks, of the baseline.")
    private Path baseline;

    @CommandLine.Option(
        names = "--candidate-stacks",
        required = true,
        paramLabel = "FILE",
        description = "Stacks of the candidate, under equal load.")
    private Path candidate;

    @CommandLine.Option(
        names = "--own",
        paramLabel = "REGEX",
        description =
            "Regular expression of the service's own functions, to which the cost of the others"
                + " that they call is attributed. Default: those of scripts outside of libraries,"
                + " otherwise all.")
    private Pattern own;
  }

  @Override
  public Integer call() {
    if (supplied != null) {
      SuppliedStacks stacks =
          SuppliedStacks.read(supplied.baseline, supplied.candidate, supplied.own);
      Why.of(folder, RunFile.read(folder), supplied.name, stacks);
    }
    print(folder, spec.commandLine().getOut());
    return 0;
  }

  /**
   * Compares the recordings of a run, and prints the methods that got slower.
   *
   * @throws Fault exit code 3 if nothing was recorded or a recording can't be read
   */
  public static void print(Path folder, PrintWriter out) {
    Why why =
        Why.of(folder, RunFile.read(folder))
            .orElseThrow(
                () ->
                    Fault.noVerdict(
                        "nothing was recorded of %s: 'perfline run --why' with a baseline records"
                            .formatted(folder)));
    why.cases().forEach(caseWhy -> print(caseWhy, out));
    out.flush();
  }

  private static void print(CaseWhy caseWhy, PrintWriter out) {
    out.printf("%s: %s%n", caseWhy.name(), WhyText.sentence(caseWhy));
    if (caseWhy.problem() != null) {
      return;
    }
    caseWhy.totals().forEach(total -> out.println("  " + WhyText.text(total, caseWhy.unit())));
    out.printf("  %s%n%n", WhyText.recorded(caseWhy));
    if (!caseWhy.changes().isEmpty()) {
      TextTable table = TextTable.of(head(caseWhy), Set.of(3, 4, 5));
      caseWhy.changes().forEach(change -> table.row(row(change)));
      out.println(table);
    }
  }

  private static List<String> head(CaseWhy caseWhy) {
    String each = caseWhy.unit().each();
    return List.of("method", "", "of", "baseline", "now", "change", "interval", each, "most in");
  }

  private static List<String> row(MethodChange method) {
    return List.of(
        method.place(),
        method.own() ? "" : "library",
        method.resource().text(),
        WhyText.figure(method.baseline()),
        WhyText.figure(method.candidate()),
        WhyText.signed(method.change()),
        "[%s, %s]".formatted(WhyText.signed(method.low()), WhyText.signed(method.high())),
        method.resource().unit(),
        method.within() == null ? "its own code" : StackFrame.shortName(method.within()));
  }
}
