package io.perfline.proof;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.gate.prove.ProofSeries;
import io.perfline.gate.prove.ProofSeries.Proved;
import io.perfline.gate.prove.ProvedChange;
import io.perfline.gate.prove.ProvedVerdict;
import io.perfline.gate.verdict.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Proves the gate with copies of the recorder's WAR into which slower code is injected. */
final class GateProof implements ProofSeries.Subject {

  private static final double NANOS = 1e9;

  interface PairedRuns {

    /**
     * Returns the run in {@code folder}, which is measured unless it exists already.
     *
     * @throws Fault exit code 3 if nothing could be measured
     */
    Run run(Path candidate, Path baseline, Path folder) throws IOException, InterruptedException;
  }

  interface Judge {

    /**
     * Judges the run in {@code folder}, like {@code ./perfline gate RUN --thresholds FILE}, and
     * writes {@code verdict.json} there.
     */
    Verdict judge(Path folder, Path thresholds) throws IOException;
  }

  private final Path war;
  private final Path thresholds;
  private final PairedRuns runs;
  private final Judge gate;
  private final ProofSeries series;
  private final Map<ProvedChange, List<Slowing>> slowings = new HashMap<>();
  private final Path work;

  /**
   * @param war the recorder with which all copies are compared
   * @param work the folder of the runs
   */
  GateProof(Path war, Path thresholds, Path work, PairedRuns runs, Judge gate, PrintWriter out) {
    this.war = war;
    this.thresholds = thresholds;
    this.work = work;
    this.runs = runs;
    this.gate = gate;
    series = new ProofSeries(work, this, out);
  }

  /**
   * Judges the recorder against itself, and then against copies that are slowed by shares of the
   * cost of a message in the first of these runs.
   *
   * @param only the changes; empty for all
   * @param times the number of verdicts on each change; twice as many on equal builds
   * @throws Fault exit code 3 if something could not be measured
   */
  List<Proved> shares(List<ChangeFilter> only, int times) throws IOException, InterruptedException {
    judge(InjectedChange.NONE, 2 * times);
    Run same = RunFile.read(series.folder(ProvedChange.NONE, 1));
    Map<SlowedIngress, IngressCost> costs = new EnumMap<>(SlowedIngress.class);
    for (SlowedIngress ingress : SlowedIngress.values()) {
      costs.put(ingress, IngressCost.of(pairedCase(same, ingress), ingress));
    }
    for (InjectedChange change : InjectedChange.all(only, costs)) {
      judge(change, times);
    }
    return series.results();
  }

  /** Judges copies that are slowed by given amounts. */
  List<Proved> given(List<Slowing> given, int times) throws IOException, InterruptedException {
    for (InjectedChange change : InjectedChange.of(given)) {
      judge(change, times);
    }
    return series.results();
  }

  private static CaseResult pairedCase(Run run, SlowedIngress ingress) {
    return run.cases().stream()
        .filter(result -> result.name().equals(ingress.pairedCase()) && !result.pairs().isEmpty())
        .findFirst()
        .orElseThrow(
            () ->
                Fault.noVerdict(
                    "%s was not measured in %s, so a share of its cost is unknown"
                        .formatted(ingress.pairedCase(), run.run())));
  }

  private void judge(InjectedChange change, int times) throws IOException, InterruptedException {
    slowings.put(change.change(), change.slowings());
    series.run(change.change(), times);
  }

  @Override
  public ProvedVerdict verdict(ProvedChange change, Path folder)
      throws IOException, InterruptedException {
    Path slowed = work.resolve(change.name()).resolve("recorder.war");
    List<Slowing> made = slowings.get(change);
    Path candidate = made.isEmpty() ? war : SlowedWar.write(war, made, slowed);
    long start = System.nanoTime();
    Run run = runs.run(candidate, war, folder);
    Files.deleteIfExists(slowed);
    Verdict verdict = gate.judge(folder, thresholds);
    return ProvedVerdict.of(
        change, (System.nanoTime() - start) / NANOS, run.commit(), verdict, run);
  }
}
