package io.perfline.proof.gate;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.SlicePair;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Has the gate look again after every further {@link #STEP} pairs, until it has decided. */
final class SequentialJudge {

  /** Pairs between two looks. */
  static final int STEP = 2 * PairSubset.BLOCK;

  private final Judge gate;
  private final Path thresholds;
  private final Path folder;

  /** How a verdict came out. */
  enum Decision {
    PASS,
    RED,
    UNDECIDED
  }

  /**
   * A verdict.
   *
   * @param seconds of load that it took
   * @param percent the change that the gate saw last; null when it saw none
   */
  record Decided(Decision decision, double seconds, Double percent) {}

  SequentialJudge(Judge gate, Path thresholds, Path folder) {
    this.gate = gate;
    this.thresholds = thresholds;
    this.folder = folder;
  }

  /**
   * Judges {@code pairs}, as many as it takes.
   *
   * @throws Fault exit code 3 when the gate has no verdict
   */
  Decided decide(Run whole, List<SlicePair> pairs, InjectedChange change) throws IOException {
    Decided last = null;
    for (int count = Math.min(STEP, pairs.size()); last == null; count += STEP) {
      List<SlicePair> seen = pairs.subList(0, Math.min(count, pairs.size()));
      Decided now = look(whole, seen, change);
      if (now.decision() != Decision.UNDECIDED || seen.size() == pairs.size()) {
        last = now;
      }
    }
    return last;
  }

  private Decided look(Run whole, List<SlicePair> seen, InjectedChange change) throws IOException {
    RunFile.write(folder, PairSubset.run(whole, seen));
    int code = gate.judge(folder, thresholds);
    if (code > Fault.BROKEN) {
      throw Fault.noVerdict(
          "the gate ended with %d on a portion of %s: ./perf gate %s --thresholds %s says why"
              .formatted(code, whole.run(), folder, thresholds));
    }
    Verdict verdict = VerdictFile.read(folder);
    Line line =
        verdict.lines().stream()
            .filter(one -> one.threshold().equals(change.threshold()))
            .findFirst()
            .orElseThrow(() -> Fault.noVerdict("the gate has no line for " + change.threshold()));
    return new Decided(decision(line), PairSubset.seconds(seen), line.value());
  }

  private static Decision decision(Line line) {
    if (line.outcome() == Outcome.FAIL) {
      return Decision.RED;
    }
    return line.finding() == Finding.UNDECIDED ? Decision.UNDECIDED : Decision.PASS;
  }
}
