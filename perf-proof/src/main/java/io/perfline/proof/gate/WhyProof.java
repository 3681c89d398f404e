package io.perfline.proof.gate;

import io.perfline.core.command.Fault;
import io.perfline.core.run.FlightRecordings;
import io.perfline.core.run.JfrCase;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.gate.why.CaseWhy;
import io.perfline.gate.why.Why;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Has what grew be looked for where it is known. What was measured before is looked into again. */
final class WhyProof {

  private final Path war;
  private final Path work;
  private final GateProofRun runs;
  private final PrintWriter out;

  /**
   * @param war the recorder, which all copies are compared with
   * @param work where runs are kept
   */
  WhyProof(Path war, Path work, GateProofRun runs, PrintWriter out) {
    this.war = war;
    this.work = work;
    this.runs = runs;
    this.out = out;
  }

  /** Of a method that is slowed. */
  WhyProofRow slowed(SlowedMethod slowedMethod, String profile)
      throws IOException, InterruptedException {
    Path folder = work.resolve(slowedMethod.word());
    Path copy =
        SlowedWar.write(war, slowedMethod, folder.resolveSibling(slowedMethod.word() + ".war"));
    Run run =
        runs.run(
            List.of(slowedMethod.pairedCase(), "--profile", profile, "--why"), copy, war, folder);
    Files.delete(copy);
    CaseWhy why = why(folder, run).stream().findFirst().orElseThrow();
    WhyProofRow row =
        WhyProofRow.of(
            slowedMethod,
            why,
            InjectedAmount.of(folder, recorded(folder), slowedMethod.resource()));
    out.printf("%s: %s%n", row.slowed(), row.said());
    out.flush();
    return row;
  }

  /** Of each of the two builds beside itself, by what was recorded of them before. */
  List<CaseWhy> halves(SlowedMethod slowedMethod) throws IOException {
    Path folder = work.resolve(slowedMethod.word());
    List<CaseWhy> cases = new ArrayList<>();
    for (boolean candidate : List.of(false, true)) {
      Path half = work.resolve("half-%s-%s".formatted(slowedMethod.word(), candidate));
      SameBuildPairs.write(folder, candidate, half);
      cases.addAll(why(half, RunFile.read(folder)));
    }
    return cases;
  }

  /** Of two equal builds, in all ways in. */
  List<CaseWhy> equal(int number, String profile) throws IOException, InterruptedException {
    Path folder = work.resolve(String.format(Locale.ROOT, "equal-%02d", number));
    Run run = runs.run(List.of("paired", "--profile", profile, "--why"), war, war, folder);
    List<CaseWhy> cases = why(folder, run);
    cases.forEach(
        caseWhy -> out.printf("equal, %s: %d named%n", caseWhy.name(), caseWhy.changes().size()));
    out.flush();
    return cases;
  }

  private static JfrCase recorded(Path folder) {
    return FlightRecordings.readIfThere(folder).orElseThrow().cases().get(0);
  }

  private static List<CaseWhy> why(Path folder, Run run) throws IOException {
    Files.deleteIfExists(FlightRecordings.folder(folder).resolve(Why.NAME));
    List<CaseWhy> cases =
        Why.of(folder, run)
            .orElseThrow(() -> Fault.noVerdict("nothing was recorded in " + folder))
            .cases();
    for (CaseWhy caseWhy : cases) {
      if (caseWhy.problem() != null) {
        throw Fault.noVerdict("%s, %s: %s".formatted(folder, caseWhy.name(), caseWhy.problem()));
      }
    }
    return cases;
  }
}
