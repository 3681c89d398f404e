package io.perfline.gate.report;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.LoadUnit;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunWithSeconds;
import io.perfline.core.run.Second;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.statistics.Spread;
import io.perfline.gate.statistics.Spread.CaseChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * A comparison of two runs, case by case, without a verdict.
 *
 * @param problems the reasons why the runs as a whole cannot be compared; empty if they can
 * @param warnings the possible causes of differences if the runs can be compared
 * @param alone the descriptions of cases that only one run contains
 */
public record RunComparison(
    Run before,
    Run now,
    List<String> problems,
    List<String> warnings,
    List<CaseComparison> cases,
    List<String> alone) {

  /**
   * The largest permitted difference between the shares of the machine that other processes used.
   */
  private static final double MAX_FOREIGN_DIFFERENCE = 0.10;

  public RunComparison {
    problems = List.copyOf(problems);
    warnings = List.copyOf(warnings);
    cases = List.copyOf(cases);
    alone = List.copyOf(alone);
  }

  public static RunComparison of(RunWithSeconds before, RunWithSeconds now) {
    List<CaseComparison> cases = new ArrayList<>();
    List<String> alone = new ArrayList<>();
    for (CaseResult result : now.run().cases()) {
      before
          .same(result)
          .ifPresentOrElse(
              earlier ->
                  cases.add(
                      CaseComparison.of(
                          earlier, before.seconds(earlier), result, now.seconds(result))),
              () -> alone.add(alone(result, now.run())));
    }
    for (CaseResult result : before.run().cases()) {
      if (now.same(result).isEmpty()) {
        alone.add(alone(result, before.run()));
      }
    }
    return new RunComparison(
        before.run(),
        now.run(),
        problems(before.run(), now.run(), cases),
        warnings(before.run(), now.run(), cases),
        cases,
        alone);
  }

  /** Warns if other processes used much more of the machine during one of the runs. */
  private static List<String> warnings(Run before, Run now, List<CaseComparison> cases) {
    List<CaseComparison> disturbed =
        cases.stream()
            .filter(
                one ->
                    Math.abs(foreign(one.now()) - foreign(one.before())) > MAX_FOREIGN_DIFFERENCE)
            .toList();
    return disturbed.isEmpty()
        ? List.of()
        : List.of(
            "other processes used up to %.0f %% of the machine during run %s, and up to %.0f %% during run %s: differences of %s may be caused by that; measure both on a quiet machine"
                .formatted(
                    max(disturbed, CaseComparison::before),
                    before.run(),
                    max(disturbed, CaseComparison::now),
                    now.run(),
                    disturbed.size() == 1
                        ? disturbed.get(0).now().name()
                        : disturbed.size() + " cases"));
  }

  private static double max(
      List<CaseComparison> cases, Function<CaseComparison, CaseResult> which) {
    return 100 * cases.stream().map(which).mapToDouble(RunComparison::foreign).max().orElse(0);
  }

  /**
   * Returns the share of the machine that other processes used; NaN, which fails every comparison,
   * if it was not observed.
   */
  private static double foreign(CaseResult result) {
    Double share = result.generator() == null ? null : result.generator().foreignCpu();
    return share == null ? Double.NaN : share;
  }

  private static String alone(CaseResult result, Run run) {
    return "%s, %s: only in run %s".formatted(result.name(), result.target(), run.run());
  }

  private static List<String> problems(Run before, Run now, List<CaseComparison> cases) {
    List<String> problems = new ArrayList<>();
    if (before.run().equals(now.run())) {
      problems.add("both are run " + now.run() + ": there is nothing to compare");
    }
    if (!before.environment().fingerprint().equals(now.environment().fingerprint())) {
      problems.add(
          ("the two were measured on different machines (%s and %s): differences may be"
                  + " caused by that")
              .formatted(before.environment().fingerprint(), now.environment().fingerprint()));
    }
    if (cases.isEmpty()) {
      problems.add("the two have no case in common");
    }
    return problems;
  }

  /** Returns true if every case of both runs was compared, on the same machine. */
  public boolean whole() {
    return problems.isEmpty()
        && cases.stream().allMatch(comparison -> comparison.problems().isEmpty());
  }

  /**
   * A case of both runs.
   *
   * @param problems the reasons why the two cannot be compared; empty if they can
   * @param differences the differences, one for each figure; empty if the two can't be compared
   */
  public record CaseComparison(
      CaseResult before, CaseResult now, List<String> problems, List<Difference> differences) {

    /** Quantile of the standard normal distribution for a two-sided 95 % interval. */
    private static final double Z = 1.959964;

    public CaseComparison {
      problems = List.copyOf(problems);
      differences = List.copyOf(differences);
    }

    static CaseComparison of(
        CaseResult before, List<Second> secondsBefore, CaseResult now, List<Second> secondsNow) {
      List<String> problems = new ArrayList<>();
      check("the first run", before, problems);
      check("the second run", now, problems);
      if (!before.parameters().equals(now.parameters())) {
        problems.add(
            "its parameters differ: %s, then %s".formatted(before.parameters(), now.parameters()));
      }
      if (before.benchmark() != now.benchmark()) {
        problems.add("only one of the two is a benchmark");
      } else if (now.benchmark() && !scores(before).equals(scores(now))) {
        problems.add(
            "its figures differ: %s, then %s"
                .formatted(
                    new TreeSet<>(before.figures().keySet()),
                    new TreeSet<>(now.figures().keySet())));
      }
      return new CaseComparison(
          before,
          now,
          problems,
          problems.isEmpty() ? differences(before, secondsBefore, now, secondsNow) : List.of());
    }

    /** Returns the names of the figures without the relative error, which a score of 0 lacks. */
    private static Set<String> scores(CaseResult result) {
      Set<String> names = new TreeSet<>(result.figures().keySet());
      names.remove(Metric.SCORE_ERROR.id());
      return names;
    }

    private static void check(String run, CaseResult result, List<String> problems) {
      if (!result.valid()) {
        problems.add(
            "not valid in %s: %s".formatted(run, String.join("; ", result.reasonsInvalid())));
      } else if (result.requests() == 0 || (!result.benchmark() && result.times().count() == 0)) {
        problems.add("no request succeeded in " + run);
      } else if (!(result.throughputPerS() >= 0) || Double.isInfinite(result.throughputPerS())) {
        problems.add("its throughput in %s is %s".formatted(run, result.throughputPerS()));
      }
    }

    private static List<Difference> differences(
        CaseResult before, List<Second> secondsBefore, CaseResult now, List<Second> secondsNow) {
      List<Difference> differences = new ArrayList<>();
      if (now.benchmark()) {
        new TreeMap<>(now.figures())
            .forEach(
                (figure, value) ->
                    differences.add(
                        Difference.of(
                            figure,
                            Metric.of(figure).map(metric -> metric.unit().symbol()).orElse(""),
                            before.figures().getOrDefault(figure, Double.NaN),
                            value,
                            Optional.empty(),
                            Optional.empty())));
        return differences;
      }
      differences.add(
          Difference.of(
              "throughput",
              LoadUnit.of(now).noun() + "s/s",
              before.throughputPerS(),
              now.throughputPerS(),
              Spread.throughput(before.throughputPerS(), secondsBefore),
              Spread.throughput(now.throughputPerS(), secondsNow)));
      for (int percentile : new int[] {50, 95, 99}) {
        differences.add(
            Difference.of(
                "p" + percentile,
                "ms",
                before.times().percentileUs(percentile) / 1000,
                now.times().percentileUs(percentile) / 1000,
                Spread.percentile(percentile, before.times(), secondsBefore),
                Spread.percentile(percentile, now.times(), secondsNow)));
      }
      differences.add(errorRates(before, now));
      return differences;
    }

    /**
     * Returns the difference of two error rates, with Newcombe's interval (Statistics in Medicine
     * 17, 1998, method 10), which is valid even without errors.
     */
    private static Difference errorRates(CaseResult before, CaseResult now) {
      double[] first = wilson(before);
      double[] second = wilson(now);
      double change = second[1] - first[1];
      return new Difference(
          "errors",
          "%",
          100 * first[1],
          100 * second[1],
          false,
          new CaseChange(
              change,
              change - Math.hypot(second[1] - second[0], first[2] - first[1]),
              change + Math.hypot(second[2] - second[1], first[1] - first[0])));
    }

    /** Returns the lower end of Wilson's interval (1927), the rate, and the upper end. */
    private static double[] wilson(CaseResult result) {
      double all = result.requests() + result.errorCount();
      double rate = result.errorRate();
      double middle = rate + Z * Z / (2 * all);
      double reach = Z * Math.sqrt(rate * (1 - rate) / all + Z * Z / (4 * all * all));
      double scale = 1 + Z * Z / all;
      return new double[] {
        Math.max(0, Math.min(rate, (middle - reach) / scale)),
        rate,
        Math.min(1, Math.max(rate, (middle + reach) / scale))
      };
    }

    /**
     * A value of a case in two runs.
     *
     * @param figure the name of the value, such as {@code p95}
     * @param relative true if the change is a share of the earlier value, false if it is a
     *     difference of shares
     * @param change the change from before to now
     */
    public record Difference(
        String figure,
        String unit,
        double before,
        double now,
        boolean relative,
        CaseChange change) {

      static Difference of(
          String figure,
          String unit,
          double before,
          double now,
          Optional<Spread> spreadBefore,
          Optional<Spread> spreadNow) {
        CaseChange change =
            spreadBefore.isPresent() && spreadNow.isPresent()
                ? spreadNow.get().since(spreadBefore.get())
                : CaseChange.alone(now, before);
        return new Difference(figure, unit, before, now, true, change);
      }
    }
  }
}
