package io.perfline.sims.merge;

import io.perfline.core.run.CaseDetail;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Counts;
import io.perfline.core.run.Generator;
import io.perfline.core.run.KeptBytes;
import io.perfline.core.run.Level;
import io.perfline.core.run.Received;
import io.perfline.core.run.SentRequests;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.ServerEnd;
import io.perfline.core.run.ServerMemory;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.StoredMessages;
import io.perfline.core.run.TimeDistribution;
import io.perfline.core.run.Unchanged;
import io.perfline.core.run.WarmUpRequests;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Adds the shards of a case. The sums of counts and histograms are exact. */
final class CaseSum {

  private static final String RECORDER = "recorder";

  private final List<Part> parts;
  private final List<CaseResult> cases;

  /**
   * A shard of the case.
   *
   * @param shard its name, such as {@code 1/2}
   */
  record Part(String shard, CaseResult measured) {}

  private CaseSum(List<Part> parts) {
    this.parts = parts;
    cases = parts.stream().map(Part::measured).toList();
  }

  /** Returns the whole case; its parts have the same name, target and settings. */
  static CaseResult of(List<Part> parts) {
    return new CaseSum(parts).sum();
  }

  static boolean loaded(CaseResult result) {
    return result.end().isAfter(result.start());
  }

  private CaseResult sum() {
    CaseResult first = cases.get(0);
    List<CaseResult> loaded = cases.stream().filter(CaseSum::loaded).toList();
    List<CaseResult> timed = loaded.isEmpty() ? List.of(first) : loaded;
    Instant start = timed.stream().map(CaseResult::start).min(Instant::compareTo).orElseThrow();
    Instant end = timed.stream().map(CaseResult::end).max(Instant::compareTo).orElseThrow();
    StoredMessages stored = stored();
    List<SlicePair> pairs = ShardedPairs.of(cases);
    return CaseResult.of(first.name(), first.target())
        .withParameters(first.parameters())
        .withPeriod(start, end, first.warmUpMs())
        .withSteady(steady())
        .withCounts(Counts.sum(cases.stream().map(CaseResult::counts).toList()))
        .withGenerator(generator())
        .withProblems(problems(stored, pairs))
        .withPairs(pairs)
        .with(first.unchanged() == null ? null : new Unchanged(first.unchanged()))
        .with(all(CaseResult::keptBytes) ? new KeptBytes(sum(CaseResult::keptBytes)) : null)
        .withLevels(levels(parts))
        .with(stored)
        .with(sum(CaseResult::received, Received::plus))
        .with(sum(CaseResult::warmUpRequests, WarmUpRequests::plus))
        .with(sum(CaseResult::sentRequests, SentRequests::plus))
        .withFigures(figures())
        .with(server())
        .with(serverEnd())
        .with(
            cases.stream()
                .map(CaseResult::lostServer)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null))
        .with(new ServerMemory(List.of(), "several generators, which read no memory"));
  }

  /** Returns false if a shard was still warming up; null if it is unknown for one. */
  private Boolean steady() {
    if (cases.stream().anyMatch(result -> Boolean.FALSE.equals(result.steady()))) {
      return Boolean.FALSE;
    }
    return all(CaseResult::steady) ? Boolean.TRUE : null;
  }

  /** Returns how a server ended under the load of a shard, preferably by a regression. */
  private ServerEnd serverEnd() {
    List<ServerEnd> ends =
        cases.stream().map(CaseResult::serverEnd).filter(Objects::nonNull).toList();
    return ends.stream()
        .filter(ServerEnd::isRegression)
        .findFirst()
        .orElse(ends.isEmpty() ? null : ends.get(0));
  }

  private long sum(ToLongFunction<CaseResult> count) {
    return cases.stream().mapToLong(count).sum();
  }

  /** Returns the sum of a detail; null if it is unknown for a shard. */
  private <D extends CaseDetail> D sum(Function<CaseResult, D> detail, BinaryOperator<D> plus) {
    return cases.stream().map(detail).allMatch(Objects::nonNull)
        ? cases.stream().map(detail).reduce(plus).orElseThrow()
        : null;
  }

  private boolean all(Function<CaseResult, Object> property) {
    return cases.stream().map(property).allMatch(Objects::nonNull);
  }

  /** Adds up the counts; the recovery time is the longest one. */
  private Map<String, Double> figures() {
    Map<String, Double> figures = new TreeMap<>();
    cases.forEach(
        result ->
            result
                .figures()
                .forEach(
                    (word, value) ->
                        figures.merge(
                            word,
                            value,
                            word.equals(CaseResult.RECOVERY) ? Math::max : Double::sum)));
    return figures;
  }

  /**
   * Adds up the rates. Of all other figures the worst counts, because a healthy generator does not
   * make up for a starved one.
   */
  private Generator generator() {
    boolean open = all(result -> result.generator().intendedRatePerS());
    return new Generator(
            max(Generator::cpu),
            open
                ? (Double) cases.stream().mapToDouble(c -> c.generator().intendedRatePerS()).sum()
                : null,
            cases.stream().mapToDouble(result -> result.generator().achievedRatePerS()).sum(),
            max(Generator::longestPauseMs),
            all(result -> result.generator().gcMs()) ? (Double) max(Generator::gcMs) : null,
            null)
        .withForeignCpu(
            all(result -> result.generator().foreignCpu())
                ? (Double) max(Generator::foreignCpu)
                : null)
        .withConnections(
            all(result -> result.generator().connections())
                ? (Integer) cases.stream().mapToInt(c -> c.generator().connections()).sum()
                : null,
            cases.stream()
                .map(result -> result.generator().bottleneck())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null));
  }

  private double max(ToDoubleFunction<Generator> value) {
    return cases.stream().map(CaseResult::generator).mapToDouble(value).max().orElse(Double.NaN);
  }

  /**
   * Returns the reading of the generator that measured longest: every generator measures the whole
   * server, so readings are not added. Null if no generator measured the server.
   */
  private ServerCost server() {
    List<ServerCost> read =
        cases.stream().map(CaseResult::server).filter(Objects::nonNull).toList();
    if (read.isEmpty()) {
      return null;
    }
    ServerCost cost =
        read.stream()
            .filter(serverCost -> serverCost.cpuUs() != null)
            .findFirst()
            .orElse(read.get(0));
    return new ServerCost(
        max(read, ServerCost::cpuUs),
        max(read, ServerCost::allocatedBytes),
        max(read, ServerCost::cpuTotalUs),
        cost.needCpuUs(),
        cost.source());
  }

  private static Double max(List<ServerCost> read, Function<ServerCost, Double> property) {
    return read.stream().map(property).filter(Objects::nonNull).max(Double::compare).orElse(null);
  }

  /**
   * Adds up the stored messages. Loads without the recorder count their own messages. Through the
   * recorder, each shard counts all messages from before the load until after it; a shard that
   * began too late and missed some is itself invalid.
   */
  private StoredMessages stored() {
    if (!all(CaseResult::stored)) {
      return null;
    }
    long acknowledged = sum(result -> result.stored().acknowledged());
    return cases.get(0).target().equals(RECORDER)
        ? new StoredMessages(
            acknowledged,
            cases.stream().mapToLong(result -> result.stored().found()).max().orElse(0))
        : new StoredMessages(acknowledged, sum(result -> result.stored().found()));
  }

  private List<String> problems(StoredMessages stored, List<SlicePair> pairs) {
    List<String> problems = new ArrayList<>();
    for (Part part : parts) {
      part.measured()
          .problems()
          .forEach(problem -> problems.add("shard " + part.shard() + ": " + problem));
    }
    ShardedPairs.problem(cases, pairs).ifPresent(problems::add);
    if (stored != null && stored.found() < stored.acknowledged()) {
      problems.add(
          "%d of %d messages that were acknowledged to all shards are not in the store"
              .formatted(stored.acknowledged() - stored.found(), stored.acknowledged()));
    }
    return problems;
  }

  /** Returns the levels of a case in their order. A level that a shard lacks is invalid. */
  static List<Level> levels(List<Part> parts) {
    int max = parts.stream().mapToInt(part -> part.measured().levels().size()).max().orElse(0);
    List<Level> sums = new ArrayList<>();
    for (int i = 0; i < max; i++) {
      sums.add(sumOfLevel(parts, i));
    }
    return sums;
  }

  private static Level sumOfLevel(List<Part> parts, int index) {
    List<Level> levels = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (Part part : parts) {
      if (index < part.measured().levels().size()) {
        Level level = part.measured().levels().get(index);
        levels.add(level);
        level.problems().forEach(one -> problems.add("shard " + part.shard() + ": " + one));
      } else {
        problems.add("shard " + part.shard() + " has no such level");
      }
    }
    return new Level(
        levels.stream().mapToInt(Level::users).sum(),
        levels.stream().map(Level::start).min(Instant::compareTo).orElseThrow(),
        levels.stream().map(Level::end).max(Instant::compareTo).orElseThrow(),
        levels.stream().mapToLong(Level::errors).sum(),
        TimeDistribution.merge(levels.stream().map(Level::pageTime).toList()),
        problems);
  }
}
