package io.perfline.proof;

import io.perfline.core.command.Fault;
import io.perfline.core.command.TextTable;
import io.perfline.gate.why.CaseWhy;
import io.perfline.gate.why.WhyText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./perfline-dev selftest why} proves that slowed methods are named. */
@CommandLine.Command(
    name = "why",
    mixinStandardHelpOptions = true,
    description = {
      "Compares the recorder with copies in which one method is slower, and checks that it is"
          + " named.",
      "Prints its rank among the methods that got slower, and the cost found next to the injected"
          + " one.",
      "Then compares every other slice of each build with the rest, where nothing should be named.",
      "Needs the stack. The same command continues an interrupted proof."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:nine in ten methods are among the first three, with the right cost",
      "1:fewer are, or a method is named in more than one in twenty equal pairs",
      "2:wrong usage, or something is not built",
      "3:something could not be measured"
    })
public final class WhyProofCommand implements Callable<Integer> {

  private static final List<String> HEAD =
      List.of("slowed", "case", "method", "rank", "injected", "found", "", "error");

  private static final double RIGHT = 0.9;
  private static final double FALSE = 0.05;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Option(
      names = "--only",
      paramLabel = "SLOWED",
      split = ",",
      description = "Slows only some of ${COMPLETION-CANDIDATES}; default all.")
  private Set<SlowedMethod> only;

  @CommandLine.Option(
      names = "--equal",
      paramLabel = "N",
      defaultValue = "0",
      description = "Also compares the recorder with itself N times, at each entry point.")
  private int equal;

  @CommandLine.Mixin private ProofOptions options;

  @Override
  public Integer call() throws IOException, InterruptedException {
    String profile = options.profile();
    Path war = options.war();
    Path work = options.work("why-");
    PrintWriter out = spec.commandLine().getOut();
    out.printf("The measurements are in %s%n%n", work);
    List<WhyProofRow> rows = new ArrayList<>();
    List<CaseWhy> same = new ArrayList<>();
    try (GateProofRun runs = options.runs(List.of())) {
      WhyProof proof = new WhyProof(war, work, runs, out);
      for (SlowedMethod slowedMethod : only == null ? EnumSet.allOf(SlowedMethod.class) : only) {
        rows.add(proof.slowed(slowedMethod, profile));
        same.addAll(proof.halves(slowedMethod));
      }
      for (int i = 1; i <= equal; i++) {
        same.addAll(proof.equal(i, profile));
      }
    }
    print(rows, same, out);
    options.write(rows);
    return code(rows, same);
  }

  private static void print(List<WhyProofRow> rows, List<CaseWhy> same, PrintWriter out) {
    TextTable table = TextTable.of(HEAD, Set.of(3, 4, 5, 7));
    rows.forEach(row -> table.row(cells(row)));
    out.printf("%n%s%n", table);
    out.printf(
        "Of %d slowed methods, %d are among the first three, %d with a cost within 20 %%.%n",
        rows.size(),
        rows.stream().filter(WhyProofRow::named).count(),
        rows.stream().filter(WhyProofRow::sized).count());
    if (!same.isEmpty()) {
      out.printf("Of %d equal pairs, %d have a named method.%n", same.size(), falseOnes(same));
    }
    out.flush();
  }

  private static List<String> cells(WhyProofRow row) {
    return List.of(
        row.slowed(),
        row.caseName(),
        WhyText.shortName(row.method()),
        row.rank() == 0 ? "-" : Integer.toString(row.rank()),
        WhyText.figure(row.injected()),
        WhyText.figure(row.found()),
        row.unit() + " per message",
        String.format(Locale.ROOT, "%+.0f %%", 100 * row.off()));
  }

  private static long falseOnes(List<CaseWhy> same) {
    return same.stream().filter(caseWhy -> !caseWhy.changes().isEmpty()).count();
  }

  static int code(List<WhyProofRow> rows, List<CaseWhy> same) {
    long right = rows.stream().filter(WhyProofRow::sized).count();
    return right < RIGHT * rows.size() || falseOnes(same) > FALSE * same.size()
        ? Fault.EXCEEDED
        : 0;
  }
}
