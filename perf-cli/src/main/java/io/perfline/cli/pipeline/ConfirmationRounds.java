package io.perfline.cli.pipeline;

import io.perfline.cli.pipeline.PipelineSteps.Ended;
import io.perfline.core.command.Fault;
import io.perfline.gate.GateRequest;
import io.perfline.gate.GateStage;
import io.perfline.sims.run.RunRequest;
import java.io.PrintWriter;
import java.util.List;

/**
 * Judges a run, and measures further pairs for undecided or failed cases.
 *
 * @param max the maximum number of rounds
 * @param judged the run, its limits and its history
 * @param measured the request with which the run was measured
 */
record ConfirmationRounds(int max, GateRequest judged, RunRequest measured) {

  private static final int MAX_ROUNDS = 999;

  static int checked(String option, int rounds) {
    if (rounds < 0 || rounds > MAX_ROUNDS) {
      throw Fault.configuration(
          "%s must be a number of rounds from 0 to %d, not %d"
              .formatted(option, MAX_ROUNDS, rounds));
    }
    return rounds;
  }

  /**
   * Judges and measures until everything is decided or there are no rounds left.
   *
   * @return the exit code of the last verdict; 3 if a round was invalid
   */
  int decide(PipelineSteps steps, PrintWriter err) throws InterruptedException {
    Ended<GateStage.Result> last = judge(steps, "gate", judged);
    for (int round = 1; round <= max && last.value() != null; round++) {
      List<String> undecided = last.value().undecided();
      if (undecided.isEmpty()) {
        break;
      }
      int code =
          steps.step(
              "measure further, round %d of %d".formatted(round, max),
              "run",
              () -> steps.stages().run(measured.addingTo(judged.run(), undecided)));
      last = judge(steps, "gate, round " + round, judged.after(last.value().verdict()));
      if (code != 0) {
        err.printf("perfline: round %d has no valid measurement: see above%n", round);
        return Fault.NO_VERDICT;
      }
    }
    return last.value() == null ? last.code() : last.value().verdict().outcome().exitCode();
  }

  private static Ended<GateStage.Result> judge(
      PipelineSteps steps, String name, GateRequest request) throws InterruptedException {
    return steps.step(name, "gate", () -> steps.stages().judge(request));
  }
}
