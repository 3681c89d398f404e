package io.perfline.proof.gate;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.SlicePair;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import io.perfline.proof.gate.GateProof.IngressVerdict.Decision;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Measures, judges and counts, change after change. A verdict is a run of its own, as long as the
 * thresholds take to be decided; what was measured before is kept and judged again.
 */
final class GateProof {

  /** Measures a candidate against a baseline, at all entry points. */
  interface PairedRuns {

    /**
     * The run in {@code folder}, measured now unless it was before.
     *
     * @throws Fault exit code 3 when nothing could be measured
     */
    Run run(Path candidate, Path baseline, Path folder) throws IOException, InterruptedException;
  }

  /** The gate itself, as {@code ./perf gate RUN --thresholds FILE}. */
  interface Judge {

    /** Judges the run in {@code folder}, and writes {@code verdict.json} there. */
    Verdict judge(Path folder, Path thresholds) throws IOException;
  }

  private record Row(String change, SlowedIngress way) {}

  private final Path war;
  private final Path thresholds;
  private final Path work;
  private final PairedRuns runs;
  private final Judge gate;
  private final PrintWriter out;
  private final Map<Row, List<IngressVerdict>> verdicts = new LinkedHashMap<>();
  private final List<Verdict> unchanged = new ArrayList<>();

  /**
   * @param war the recorder, which all copies are compared with
   * @param work where runs are kept
   */
  GateProof(Path war, Path thresholds, Path work, PairedRuns runs, Judge gate, PrintWriter out) {
    this.war = war;
    this.thresholds = thresholds;
    this.work = work;
    this.runs = runs;
    this.gate = gate;
    this.out = out;
  }

  /**
   * Has the recorder judged against itself, and then against copies slowed by shares of what a
   * message costs in the first of these runs.
   *
   * @param only which changes; empty for all
   * @param times verdicts on each change, and half of those on none
   * @throws Fault exit code 3 when something couldn't be measured
   */
  List<GateProofRow> shares(List<ChangeFilter> only, int times)
      throws IOException, InterruptedException {
    Run same = judge(InjectedChange.NONE, 2 * times);
    Map<SlowedIngress, IngressCost> costs = new EnumMap<>(SlowedIngress.class);
    for (SlowedIngress ingress : SlowedIngress.values()) {
      costs.put(ingress, IngressCost.of(pairedCase(same, ingress), ingress));
    }
    for (InjectedChange change : InjectedChange.all(only, costs)) {
      judge(change, times);
    }
    return rows();
  }

  /** Has copies judged that are slowed by given amounts. */
  List<GateProofRow> given(List<Slowing> slowings, int times)
      throws IOException, InterruptedException {
    for (InjectedChange change : InjectedChange.of(slowings)) {
      judge(change, times);
    }
    return rows();
  }

  private static CaseResult pairedCase(Run run, SlowedIngress ingress) {
    return run.cases().stream()
        .filter(result -> result.name().equals(ingress.pairedCase()) && !result.pairs().isEmpty())
        .findFirst()
        .orElseThrow(
            () ->
                Fault.noVerdict(
                    "%s was not measured in %s, so nobody knows what a share of its cost is"
                        .formatted(ingress.pairedCase(), run.run())));
  }

  /** Returns the first of its runs. */
  private Run judge(InjectedChange change, int times) throws IOException, InterruptedException {
    Path folder = work.resolve(change.name());
    Path slowed = folder.resolve("recorder.war");
    Path candidate =
        change.slowings().isEmpty() ? war : SlowedWar.write(war, change.slowings(), slowed);
    Run first = null;
    for (int i = 1; i <= times; i++) {
      Path one = folder.resolve(String.format(Locale.ROOT, "%02d", i));
      Run run = runs.run(candidate, war, one);
      first = first == null ? run : first;
      String told = judge(change, run, one);
      out.printf("%s, verdict %d of %d: %s%n", change.name(), i, times, told);
      out.flush();
    }
    Files.deleteIfExists(slowed);
    return first;
  }

  private String judge(InjectedChange change, Run run, Path folder) throws IOException {
    Verdict verdict = gate.judge(folder, thresholds);
    if (change.slowings().isEmpty()) {
      unchanged.add(verdict);
    }
    List<String> told = new ArrayList<>(verdict.problems());
    for (SlowedIngress ingress : SlowedIngress.values()) {
      IngressVerdict ingressVerdict = IngressVerdict.of(verdict, run, ingress);
      verdicts
          .computeIfAbsent(new Row(change.told(ingress), ingress), row -> new ArrayList<>())
          .add(ingressVerdict);
      told.add(ingress.word() + " " + ingressVerdict.told());
      if (ingressVerdict.decision() == Decision.NO_VERDICT) {
        setAside(folder);
      }
    }
    return String.join("; ", told);
  }

  /** How sharp each metric is, as far as the recorder was judged against itself. */
  List<Sharpness> sharpness() {
    return Sharpness.of(unchanged);
  }

  /** So that the next self-test measures it anew. */
  private static void setAside(Path folder) throws IOException {
    Path run = folder.resolve(RunFile.NAME);
    if (Files.exists(run)) {
      Files.move(run, folder.resolve("spoiled.json"), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private List<GateProofRow> rows() {
    return verdicts.entrySet().stream()
        .map(row -> GateProofRow.of(row.getKey().change(), row.getKey().way(), row.getValue()))
        .toList();
  }

  /**
   * The gate's verdict on one entry point.
   *
   * @param broken by how many percent the gate saw it change, by the exceeded threshold
   * @param seconds of load that it took, of both sides
   * @param problem why there is no verdict; empty when there is one
   */
  record IngressVerdict(
      Decision decision, Map<String, Double> broken, double seconds, Optional<String> problem) {

    enum Decision {
      KEPT,
      RED,
      UNDECIDED,
      NO_VERDICT
    }

    static IngressVerdict of(Verdict verdict, Run run, SlowedIngress ingress) {
      List<Line> lines =
          verdict.lines().stream()
              .filter(line -> line.caseName().equals(ingress.pairedCase()))
              .toList();
      return new IngressVerdict(
          decision(lines),
          lines.stream()
              .filter(line -> line.finding() == Finding.BROKEN)
              .collect(Collectors.toMap(Line::threshold, Line::value)),
          run.cases().stream()
              .filter(result -> result.name().equals(ingress.pairedCase()))
              .mapToDouble(IngressVerdict::seconds)
              .sum(),
          lines.stream().filter(IngressVerdict::spoilt).map(Line::reason).findFirst());
    }

    /** In a few words. */
    String told() {
      return decision
          + (broken.isEmpty() ? "" : " by " + String.join(", ", broken.keySet()))
          + problem.map(": "::concat).orElse("");
    }

    /** As the gate sums up all lines: what was not measured might hide anything. */
    private static Decision decision(List<Line> lines) {
      if (lines.isEmpty() || lines.stream().anyMatch(IngressVerdict::spoilt)) {
        return Decision.NO_VERDICT;
      }
      if (lines.stream().anyMatch(line -> line.outcome() == Outcome.FAIL)) {
        return Decision.RED;
      }
      return lines.stream().allMatch(line -> line.outcome() == Outcome.PASS)
          ? Decision.KEPT
          : Decision.UNDECIDED;
    }

    private static boolean spoilt(Line line) {
      return line.outcome() == Outcome.INVALID && !line.finding().open();
    }

    private static double seconds(CaseResult result) {
      return result.pairs().stream().mapToDouble(IngressVerdict::seconds).sum();
    }

    private static double seconds(SlicePair pair) {
      return pair.candidate().seconds() + pair.baseline().seconds();
    }
  }
}
