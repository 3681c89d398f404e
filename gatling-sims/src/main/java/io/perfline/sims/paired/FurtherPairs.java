package io.perfline.sims.paired;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Generator;
import io.perfline.core.run.SentRequests;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.ServerMemory;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.Statements;
import io.perfline.core.run.WarmUpRequests;
import io.perfline.core.run.WarmUps;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/** Adds the pairs of a further round to a case that was measured before. */
public final class FurtherPairs {

  static final String SEED = "seed";

  private FurtherPairs() {}

  /**
   * Returns one case with all pairs: those of {@code more} follow those of {@code before}.
   *
   * @throws IllegalArgumentException if the cases or their settings differ
   */
  public static CaseResult of(CaseResult before, CaseResult more) {
    return before
        .withParameters(parameters(before, more))
        .withPeriod(before.start(), more.end(), before.warmUpMs())
        .withCounts(before.counts().plus(more.counts()))
        .withGenerator(generator(before, more))
        .withProblems(
            Stream.concat(before.problems().stream(), more.problems().stream()).distinct().toList())
        .withPairs(Stream.concat(before.pairs().stream(), more.pairs().stream()).toList())
        .without(ServerCost.class)
        .with(cost(before.server(), more.server()))
        .withFigures(figures(before, more))
        .without(ServerMemory.class)
        .with(memory(before.memory(), more.memory()))
        .with(warmUps(before.warmUps(), more.warmUps()))
        .with(sum(before.warmUpRequests(), more.warmUpRequests(), WarmUpRequests::plus))
        .with(sum(before.statements(), more.statements(), Statements::plus))
        .with(sum(before.sentRequests(), more.sentRequests(), SentRequests::plus))
        .with(more.serverEnd() == null ? before.serverEnd() : more.serverEnd())
        .with(more.lostServer() == null ? before.lostServer() : more.lostServer());
  }

  /** Returns the number of deployments from which a case's pairs come. */
  public static int deployments(CaseResult result) {
    return result.pairs().stream().mapToInt(SlicePair::deployment).max().orElse(0);
  }

  private static Map<String, String> parameters(CaseResult before, CaseResult more) {
    Map<String, String> one = new TreeMap<>(before.parameters());
    Map<String, String> other = new TreeMap<>(more.parameters());
    String seeds = one.remove(SEED) + "," + other.remove(SEED);
    if (!one.equals(other)
        || !before.name().equals(more.name())
        || !before.target().equals(more.target())) {
      throw new IllegalArgumentException(
          "%s %s and %s %s are not the same case"
              .formatted(before.name(), one, more.name(), other));
    }
    one.put(SEED, seeds);
    return one;
  }

  private static ServerCost cost(ServerCost before, ServerCost more) {
    return before == null || more == null ? null : before.plus(more);
  }

  private static WarmUps warmUps(WarmUps before, WarmUps more) {
    return before == null || more == null ? more : before.plus(more);
  }

  /** Returns the sum of a detail, or the only one; null if none is known. */
  private static <D> D sum(D before, D more, BinaryOperator<D> plus) {
    return before == null || more == null
        ? (before == null ? more : before)
        : plus.apply(before, more);
  }

  private static ServerMemory memory(ServerMemory before, ServerMemory more) {
    return before == null || more == null ? null : before.plus(more);
  }

  /**
   * Returns the means of a benchmark's figures, weighted with the numbers of pairs, for the figures
   * that both rounds have.
   */
  private static Map<String, Double> figures(CaseResult before, CaseResult more) {
    Map<String, Double> figures = new TreeMap<>(before.figures());
    figures.keySet().retainAll(more.figures().keySet());
    double weight = before.pairs().size();
    double all = Math.max(1, weight + more.pairs().size());
    figures.replaceAll((figure, value) -> weighted(value, weight, more.figures().get(figure), all));
    return figures;
  }

  private static Double weighted(Double one, double weight, Double other, double all) {
    return one == null || other == null
        ? null
        : (Double) ((one * weight + other * (all - weight)) / all);
  }

  /** Returns the mean, weighted with the numbers of pairs, each of which took the same time. */
  private static Generator generator(CaseResult before, CaseResult more) {
    Generator generator = before.generator();
    Generator other = more.generator();
    double weight = before.pairs().size();
    double all = Math.max(1, weight + more.pairs().size());
    return new Generator(
            (generator.cpu() * weight + other.cpu() * more.pairs().size()) / all,
            generator.intendedRatePerS(),
            (generator.achievedRatePerS() * weight + other.achievedRatePerS() * more.pairs().size())
                / all,
            Math.max(generator.longestPauseMs(), other.longestPauseMs()))
        .withForeignCpu(weighted(generator.foreignCpu(), weight, other.foreignCpu(), all));
  }
}
