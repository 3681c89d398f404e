package io.perfline.cli;

import static io.perfline.cli.StageLog.words;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Looks at a run and measures on, against the release, what the look left open.
 *
 * @param atMost how many rounds
 * @param run its folder
 * @param open where the gate writes the cases that are open
 * @param ofRun options of the stage that measures, the release among them
 * @param ofGate options of the stage that judges
 */
record ConfirmationRounds(
    int atMost, Path run, Path open, List<String> ofRun, List<String> ofGate) {

  private static final int MOST = 999;

  /** The rounds that an option names, when there can be so many. */
  static int checked(String option, int rounds) {
    if (rounds < 0 || rounds > MOST) {
      throw Fault.configuration(
          "%s takes a number of rounds, 0 to %d, not %d".formatted(option, MOST, rounds));
    }
    return rounds;
  }

  /**
   * Judges, and measures on until all is decided or the rounds are over.
   *
   * @return the exit code of the last look; 3 when a round was not validly measured
   */
  int decide(StageLog stages, PrintWriter err) throws InterruptedException {
    int code = look(stages, "gate");
    for (int round = 1; round <= atMost && goesOn(code); round++) {
      List<String> cases = left();
      if (cases.isEmpty()) {
        break;
      }
      int measured =
          stages.step(
              "measure on, round %d of %d".formatted(round, atMost),
              words("run", cases, "--add-to", run, ofRun));
      code = look(stages, "gate, round " + round);
      if (measured != 0) {
        err.printf("perf: round %d was not, or not validly, measured: see above%n", round);
        return Fault.NO_VERDICT;
      }
    }
    return code;
  }

  /** Not behind a wrong option or an interruption; what has no verdict may be likely broken. */
  private static boolean goesOn(int code) {
    return code <= Fault.BROKEN || code == Fault.NO_VERDICT;
  }

  private int look(StageLog stages, String name) throws InterruptedException {
    try {
      Files.deleteIfExists(open);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete which cases were open in " + open, e);
    }
    return stages.step(name, words("gate", run, "--open", open, ofGate));
  }

  /** None when the gate ended before it wrote them. */
  private List<String> left() {
    try {
      return Files.exists(open) ? Files.readAllLines(open) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read which cases are open in " + open, e);
    }
  }
}
