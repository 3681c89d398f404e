package io.perfline.sims.paired;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Counts;
import io.perfline.core.run.Generator;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.ServerMemory;
import io.perfline.core.run.ServerMemory.OfDeployment;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.sims.engine.ConnectionUse;
import io.perfline.sims.engine.GeneratorHealth;
import io.perfline.sims.engine.SliceMeasurement;
import io.perfline.sims.server.CostReading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** Collects the pairs of a case and adds them up. */
final class PairTally {

  private final List<SlicePair> pairs = new ArrayList<>();
  private final Map<String, DoubleSummaryStatistics> figures = new TreeMap<>();
  private final List<OfDeployment> memory = new ArrayList<>();
  private final Set<String> memoryFailures = new LinkedHashSet<>();
  private final Set<Long> processes = new HashSet<>();
  private final long[] caughtUp = new long[2];
  private boolean runsOn; // True if one process served several deployments.
  private ConnectionUse candidateUse;
  private ConnectionUse baselineUse;
  private long sent;
  private long due;
  private double intended; // Requests of programs; NaN if a program has no intended rate.
  private double plannedSeconds;
  private double cpuSeconds;
  private double watchedSeconds;
  private double longestPauseMillis;

  /**
   * Adds a pair with the measurements of both sides.
   *
   * @param planned the planned load of both sides together
   */
  void add(
      SlicePair pair, SliceMeasurement candidate, SliceMeasurement baseline, Duration planned) {
    plannedSeconds += planned.toNanos() / 1e9;
    pairs.add(pair);
    sent += candidate.sent() + baseline.sent();
    candidateUse = sum(candidateUse, candidate.connections());
    baselineUse = sum(baselineUse, baseline.connections());
    due += candidate.counts().all() + baseline.counts().all();
  }

  /** Adds messages with which one build caught up with the other. */
  void caughtUp(int side, long messages) {
    caughtUp[side] += messages;
  }

  /** Returns the messages of one build that belong to no pair, since the last call. */
  long takeCaughtUp(int side) {
    long messages = caughtUp[side];
    caughtUp[side] = 0;
    return messages;
  }

  /**
   * Removes the latest pairs, which a lost server has affected: a number of them, and those before
   * them in which requests to both builds failed.
   */
  void removeLatest(int count) {
    int end = Math.max(0, pairs.size() - count);
    while (end > 0 && hasFailedTwice(pairs.get(end - 1))) {
      end--;
    }
    pairs.subList(end, pairs.size()).clear();
  }

  private static boolean hasFailedTwice(SlicePair pair) {
    return pair.candidate().errorCount() > 0 && pair.baseline().errorCount() > 0;
  }

  /** Adds a pair that this generator missed while others loaded the builds. */
  void miss(int deployment, boolean candidateFirst) {
    Slice missed = new Slice(0, Counts.NONE);
    pairs.add(new SlicePair(deployment, candidateFirst, missed, missed));
  }

  /** Adds a pair of runs of a program with the measurements of both. */
  void add(SlicePair pair, CaseResult candidate, CaseResult baseline) {
    plannedSeconds += candidate.loadedSeconds() + baseline.loadedSeconds();
    intended += intended(candidate) + intended(baseline);
    pairs.add(pair);
    candidate
        .figures()
        .forEach(
            (figure, value) ->
                figures
                    .computeIfAbsent(figure, none -> new DoubleSummaryStatistics())
                    .accept(value));
    sent += candidate.counts().all() + baseline.counts().all();
  }

  /** Adds the memory of both builds in a deployment, or the reason why it was not read. */
  void add(OfDeployment read, DeployedMemory from) {
    memory.add(read);
    if (!from.failure().isEmpty()) {
      memoryFailures.add(from.failure());
    }
    for (long process : from.processes()) {
      runsOn |= !processes.add(process);
    }
  }

  void add(GeneratorHealth health, double seconds) {
    cpuSeconds += health.cpu() * seconds;
    watchedSeconds += seconds;
    longestPauseMillis = Math.max(longestPauseMillis, health.longestPauseMillis());
  }

  static Slice slice(SliceMeasurement slice, CostReading cost) {
    return new Slice(
        slice.seconds(),
        slice.counts(),
        cost.cpuUs(),
        cost.allocatedBytes(),
        cost.cpuTotalUs(),
        cost.needsUs());
  }

  List<SlicePair> pairs() {
    return pairs;
  }

  /** Returns the requests per second of both sides together that were due in an open model. */
  double duePerSecond() {
    return plannedSeconds == 0 ? 0 : due / plannedSeconds;
  }

  private static double intended(CaseResult run) {
    Double rate = run.generator().intendedRatePerS();
    return rate == null ? Double.NaN : rate * run.loadedSeconds();
  }

  /** Returns the intended requests per second of programs; null if one has no intended rate. */
  Double intendedPerSecond() {
    double rate = intended / plannedSeconds;
    return rate > 0 ? (Double) rate : null;
  }

  /** Returns the planned load of both sides together. */
  double plannedSeconds() {
    return plannedSeconds;
  }

  /**
   * Returns the case with the pairs. Its own figures are the candidate's.
   *
   * @param begun the case with its parameters and its period
   * @param rate the intended rate; null in a closed model
   * @param obstacles the reasons why load is missing
   */
  CaseResult result(CaseResult begun, Double rate, List<String> obstacles, String costSource) {
    List<Slice> candidate = pairs.stream().map(SlicePair::candidate).toList();
    Counts counts = sum(candidate);
    Counts baseline = sum(pairs.stream().map(SlicePair::baseline).toList());
    List<String> problems = new ArrayList<>(obstacles);
    silent("candidate", counts, problems);
    silent("baseline", baseline, problems);
    busy("candidate", counts, candidateUse, problems);
    busy("baseline", baseline, baselineUse, problems);
    return begun
        .withCounts(counts)
        .withGenerator(
            new Generator(
                watchedSeconds == 0 ? 0 : cpuSeconds / watchedSeconds,
                rate,
                plannedSeconds == 0 ? 0 : sent / plannedSeconds,
                longestPauseMillis))
        .withProblems(problems)
        .withPairs(pairs)
        .withFigures(figures())
        .with(memory(costSource))
        .with(
            new ServerCost(
                cost(candidate, Slice::serverCpuUs),
                cost(candidate, Slice::serverAllocatedBytes),
                cost(candidate, Slice::serverCpuTotalUs),
                needs(candidate),
                costSource));
  }

  /**
   * Returns the memory of the deployments. The peaks of a process that started before the
   * deployment are not those of the build, and are left out.
   */
  private ServerMemory memory(String costSource) {
    String source = memoryFailures.isEmpty() ? costSource : String.join("; ", memoryFailures);
    return runsOn
        ? new ServerMemory(
            memory.stream().map(OfDeployment::withoutPeaks).toList(),
            source + ", which keeps running between deployments, so its peaks are not read")
        : new ServerMemory(memory, source);
  }

  /** Returns the mean of each figure of the candidate's runs, of which any may be 0. */
  private Map<String, Double> figures() {
    Map<String, Double> means = new TreeMap<>();
    figures.forEach((figure, values) -> means.put(figure, values.getAverage()));
    return means;
  }

  private static void silent(String side, Counts counts, List<String> problems) {
    if (counts.requests() == 0) {
      problems.add("the %s answered no request; errors: %s".formatted(side, counts.errors()));
    }
  }

  private static void busy(String side, Counts counts, ConnectionUse use, List<String> problems) {
    String problem = use == null ? null : use.problem(counts.all());
    if (problem != null) {
      problems.add("%s: %s".formatted(side, problem));
    }
  }

  private static ConnectionUse sum(ConnectionUse before, ConnectionUse next) {
    return before == null || next == null ? next : before.plus(next);
  }

  private static Counts sum(List<Slice> slices) {
    return Counts.sum(slices.stream().map(Slice::counts).toList());
  }

  /** Returns the sums of the CPU time of each need that is known for all slices. */
  private static Map<String, Double> needs(List<Slice> slices) {
    Map<String, Double> sums = new TreeMap<>();
    if (!slices.isEmpty()) {
      for (String need : slices.get(0).needCpuUs().keySet()) {
        Double sum = cost(slices, slice -> slice.needCpuUs().get(need));
        if (sum != null) {
          sums.put(need, sum);
        }
      }
    }
    return sums;
  }

  /** Returns the sum of a cost; null if one slice lacks it. */
  private static Double cost(List<Slice> slices, Function<Slice, Double> figure) {
    return slices.isEmpty() || slices.stream().map(figure).anyMatch(Objects::isNull)
        ? null
        : (Double) slices.stream().mapToDouble(figure::apply).sum();
  }
}
