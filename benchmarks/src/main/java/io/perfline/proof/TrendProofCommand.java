package io.perfline.proof;

import io.perfline.core.command.Fault;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import picocli.CommandLine;

/**
 * {@code ./perfline-dev trendproof} estimates how often the trend reports a case on each morning.
 */
@CommandLine.Command(
    name = "trendproof",
    mixinStandardHelpOptions = true,
    description = {
      "Measures on simulated histories how often ./perfline trend reports a case as worse:",
      "slower cases on each morning after the change, and unchanged cases by mistake.",
      "Needs no stack and no run."
    })
public final class TrendProofCommand implements Callable<Integer> {

  private static final int MAX_SLOW_BUILDS = 10;
  private static final List<Integer> CHANGES = List.of(3, 12, 50);
  private static final List<Integer> NOISES = List.of(1, 2, 3, 4, 5);

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Option(
      names = "--histories",
      paramLabel = "N",
      defaultValue = "12",
      description =
          "Simulated histories of 50 cases for each figure of a slower case (default:"
              + " ${DEFAULT-VALUE}).")
  private int histories;

  @CommandLine.Option(
      names = "--mornings",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Simulated mornings without a change (default: ${DEFAULT-VALUE}).")
  private int mornings;

  @CommandLine.Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the random numbers (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Override
  public Integer call() {
    if (histories < 1 || mornings < 1) {
      throw Fault.configuration("--histories and --mornings must be 1 or more");
    }
    PrintWriter out = spec.commandLine().getOut();
    detections(out);
    falseAlarms(out);
    out.flush();
    return 0;
  }

  private void detections(PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "Share of slower cases that are reported, by number of slower builds, the newest of %d; %,d"
            + " cases each.%n%n",
        SimulatedHistory.BUILDS,
        histories * SimulatedHistory.CASES);
    out.print("| response times | noise |");
    IntStream.rangeClosed(1, MAX_SLOW_BUILDS)
        .forEach(slow -> out.printf(Locale.ROOT, " %d |", slow));
    out.printf(Locale.ROOT, "%n|--:|--:|%s%n", "--:|".repeat(MAX_SLOW_BUILDS));
    for (int percent : CHANGES) {
      for (int noise : NOISES) {
        out.printf(Locale.ROOT, "| +%d %% | %d %% |", percent, noise);
        for (int slow = 1; slow <= MAX_SLOW_BUILDS; slow++) {
          out.printf(Locale.ROOT, " %.1f %% |", named(slow, percent, noise));
        }
        out.println();
        out.flush();
      }
    }
  }

  private double named(int slow, int percent, int noise) {
    long named =
        seeds(histories)
            .map(each -> new SimulatedHistory(slow, percent, noise, each).worse())
            .sum();
    return 100.0 * named / (histories * SimulatedHistory.CASES);
  }

  private void falseAlarms(PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%nShare of mornings without a change on which any of %d cases is reported, of %,d."
            + " Promised: at most 1 %%.%n%n| noise | mornings with a false alarm |%n|--:|--:|%n",
        SimulatedHistory.CASES,
        mornings);
    for (int noise : NOISES) {
      long wrong =
          seeds(mornings)
              .filter(each -> new SimulatedHistory(0, 0, noise, each).worse() > 0)
              .count();
      out.printf(Locale.ROOT, "| %d %% | %.1f %% |%n", noise, 100.0 * wrong / mornings);
      out.flush();
    }
  }

  private LongStream seeds(int count) {
    return LongStream.range(0, count).map(number -> seed * 1_000_003 + number);
  }
}
