package io.perfline.sims.paired;

import io.perfline.core.run.Case;
import io.perfline.core.run.Generator;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.engine.Load;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.Pace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The case that pairs make. Its own figures are the candidate's alone; its throughput is over the
 * whole time, of which the candidate had less than half: to be compared through the pairs only.
 */
final class PairedResult {

  static final String SEED = "seed";

  private final CasePlan plan;
  private final CaseSettings settings;
  private final Load load;
  private final Pace pace;
  private final long seed;

  PairedResult(CasePlan plan, CaseSettings settings, Load load, Pace pace, long seed) {
    this.plan = plan;
    this.settings = settings;
    this.load = load;
    this.pace = pace;
    this.seed = seed;
  }

  Case of(PairTally tally, Instant start, Instant end, List<String> obstacles, String costSource) {
    List<String> problems = new ArrayList<>(obstacles);
    silent("candidate", tally.requests(), tally.candidateErrors(), problems);
    silent("baseline", tally.baselineRequests(), tally.baselineErrors(), problems);
    List<SlicePair> pairs = tally.pairs();
    Map<String, String> parameters = new TreeMap<>(settings.asText());
    parameters.put(SEED, Long.toString(seed));
    return Case.builder(plan.name(), plan.target().toString())
        .parameters(parameters)
        .period(start, end, pace.warmUp().toMillis())
        .counts(tally.requests(), sum(pairs, Slice::messages), sum(pairs, Slice::bytes))
        .errors(tally.candidateErrors())
        .times(merged(pairs, Slice::responseTime), merged(pairs, Slice::serviceTime))
        .generator(generator(tally))
        .problems(problems)
        .pairs(pairs)
        .server(cost(pairs, costSource))
        .build();
  }

  /** Of the candidate alone, as its counts are. */
  private static ServerCost cost(List<SlicePair> pairs, String source) {
    return new ServerCost(
        cost(pairs, Slice::serverCpuUs), cost(pairs, Slice::serverAllocatedBytes), source);
  }

  private static Double cost(List<SlicePair> pairs, Function<Slice, Double> figure) {
    List<Double> all = new ArrayList<>();
    pairs.forEach(pair -> all.add(figure.apply(pair.candidate())));
    return all.isEmpty() || all.contains(null)
        ? null
        : (Double) all.stream().mapToDouble(Double::doubleValue).sum();
  }

  private Generator generator(PairTally tally) {
    double planned = tally.plannedSeconds();
    return new Generator(
        tally.cpu(),
        load.open() ? load.ratePerSecond() : null,
        planned == 0 ? 0 : tally.sent() / planned,
        tally.longestPauseMillis());
  }

  private static void silent(
      String side, long requests, Map<String, Long> errors, List<String> problems) {
    if (requests == 0) {
      problems.add("nothing came back from the %s; errors: %s".formatted(side, errors));
    }
  }

  private static long sum(List<SlicePair> pairs, ToLongFunction<Slice> figure) {
    return pairs.stream().mapToLong(pair -> figure.applyAsLong(pair.candidate())).sum();
  }

  private static TimeDistribution merged(
      List<SlicePair> pairs, Function<Slice, TimeDistribution> times) {
    return TimeDistribution.merge(
        pairs.stream().map(pair -> times.apply(pair.candidate())).toList());
  }
}
