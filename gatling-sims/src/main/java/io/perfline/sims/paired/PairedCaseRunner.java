package io.perfline.sims.paired;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.JfrSlice;
import io.perfline.core.run.ServerEnd;
import io.perfline.core.run.SlicePair;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.engine.SliceMeasurement;
import io.perfline.sims.engine.Slices;
import io.perfline.sims.server.CostReading;
import io.perfline.sims.server.JfrCapture;
import io.perfline.sims.server.PairMeter;
import io.perfline.sims.server.Profiling;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.LoadKeys;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * One paired case while it is measured, deployment by deployment. A deployment brings an equal part
 * of the planned load; while the case is undecided then, further ones bring as much again, two by
 * two, up to its bound.
 */
final class PairedCaseRunner {

  /** Pairs of a deployment that is recorded, in which a method is seen often enough. */
  private static final int FEWEST_RECORDED = 34;

  private final PairedCasePlan plan;
  private final PairedLoader loader;
  private final PairedDeployment contexts;
  private final Clock clock;
  private final Duration slice;
  private final int deployments;
  private final SplittableRandom random;
  private final Map<String, String> parameters;
  private final PairTally tally = new PairTally();
  private final List<String> problems = new ArrayList<>();
  private Instant start;
  private Instant end;
  private boolean decided;
  private boolean judged;
  private List<String> undecided = List.of();
  private boolean broken;
  private boolean slower;
  private int planned; // pairs, in the deployments so far
  private Duration loaded = Duration.ZERO;
  private ServerEnd serverEnd;

  PairedCaseRunner(
      PairedCasePlan plan, PairedLoader loader, PairedDeployment contexts, long seed, Clock clock) {
    this.plan = plan;
    this.loader = loader;
    this.contexts = contexts;
    this.clock = clock;
    CaseSettings settings = LoadKeys.complete(plan.plan().settings());
    slice = settings.duration(PairedKeys.SLICE);
    deployments = settings.number(PairedKeys.DEPLOYMENTS);
    random = new SplittableRandom(seed);
    parameters = settings.with(PairedSum.SEED, seed).asText();
    start = clock.instant();
    end = start;
  }

  /** How many deployments were measured before, of which these are the sequel. */
  int before() {
    return plan.before();
  }

  /** Whether it has load for the {@code round}th deployment, from 1. */
  boolean goesOn(int round) {
    return problems.isEmpty() && !decided && pairs(round) > 0;
  }

  /** How many pairs the {@code round}th deployment brings. */
  int pairs(int round) {
    int each = pairsEach(plan.pace().duration(), slice, deployments);
    if (round <= deployments) {
      return each;
    }
    int most = pairsEach(plan.pace().atMost(), slice, 1) - each * deployments;
    int couplesBefore = (round - deployments - 1) / 2;
    return Math.max(0, Math.min(each, (most - 2 * each * couplesBefore) / 2));
  }

  /** Returns the number of deployments that are planned. */
  int deployments() {
    return deployments;
  }

  /** Returns the time of {@link #warmUp} if several generators share the load. */
  Duration warmUpLength() {
    return CommonClock.length(2 * ClockedPairs.pairs(loader.warmUp().dividedBy(2), slice), slice);
  }

  /** Returns the time of {@link #measure} if several generators share the load. */
  Duration measureLength() {
    return warmUpLength().plus(CommonClock.length(2 * pairs(1), slice));
  }

  /** How many pairs a case can have, in each of its profiles. */
  static CatalogueEntry.Pairs most(CasePlan plan) {
    CaseSettings settings = LoadKeys.complete(plan.settings());
    Duration slice = settings.duration(PairedKeys.SLICE);
    int deployments = settings.number(PairedKeys.DEPLOYMENTS);
    Map<String, Integer> most = new HashMap<>();
    plan.paces()
        .forEach(
            (profile, pace) -> {
              int planned = deployments * pairsEach(pace.duration(), slice, deployments);
              int further = pairsEach(pace.atMost(), slice, 1) - planned;
              most.put(profile, planned + 2 * Math.max(0, further / 2));
            });
    return new CatalogueEntry.Pairs(2 * slice.toMillis(), most);
  }

  /** How many pairs a deployment brings; at least one. */
  private static int pairsEach(Duration all, Duration slice, int deployments) {
    return (int) Math.max(1, all.toMillis() / (2 * slice.toMillis()) / deployments);
  }

  /** Load that doesn't count, on both builds of a deployment, before any case's does. */
  void warmUp(PairedDeployment.Endpoints endpoints, PairMeter meter, DeployedMemory memory)
      throws InterruptedException {
    load(endpoints, meter, run -> warmUp(run, loader.warmUp().dividedBy(2), memory));
  }

  private static void warmUp(PairedLoader.PairSource run, Duration time, DeployedMemory memory)
      throws InterruptedException {
    PairTally handled = new PairTally();
    run.warmUp(time, handled);
    memory.handled(handled.pairs());
  }

  /** Measures the part of one deployment, after the other half of its warm-up. */
  void measure(
      int round,
      int deployment,
      PairedDeployment.Endpoints endpoints,
      PairMeter meter,
      DeployedMemory memory)
      throws InterruptedException {
    if (tally.pairs().isEmpty()) {
      start = clock.instant();
    }
    load(
        endpoints,
        meter,
        run -> {
          planned += pairs(round);
          if (memory.isRead()) {
            measureWithMemory(run, pairs(round), deployment, memory);
          } else {
            run.warmUp(loader.warmUp().dividedBy(2), new PairTally());
            run.measure(pairs(round), deployment, tally);
          }
        });
    end = clock.instant();
    memory.taken(deployment).ifPresent(read -> tally.add(read, memory));
  }

  /**
   * Reads the memory at the end of the warm-up, halfway and afterwards. What is left of the warm-up
   * follows the first reading, and as much load again that doesn't count the second.
   */
  private void measureWithMemory(
      PairedLoader.PairSource run, int pairs, int deployment, DeployedMemory memory)
      throws InterruptedException {
    Duration warmUp = loader.warmUp().dividedBy(2);
    Duration settling = slice.multipliedBy(2);
    Duration before = warmUp.minus(settling);
    warmUp(run, before.isNegative() ? Duration.ZERO : before, memory);
    memory.read();
    warmUp(run, settling, memory);
    int half = pairs / 2;
    if (half > 0) {
      measure(run, half, deployment, memory);
      memory.read();
      warmUp(run, settling, memory);
    }
    measure(run, pairs - half, deployment, memory);
    memory.read();
  }

  private void measure(
      PairedLoader.PairSource run, int pairs, int deployment, DeployedMemory memory)
      throws InterruptedException {
    int from = tally.pairs().size();
    run.measure(pairs, deployment, tally);
    memory.handled(tally.pairs().subList(from, tally.pairs().size()));
  }

  /** What keeps it from its load becomes the case's problem. */
  private void load(
      PairedDeployment.Endpoints endpoints, PairMeter meter, PairedLoader.Stretch stretch)
      throws InterruptedException {
    if (!problems.isEmpty()) {
      return;
    }
    Optional<ServerEnd> before = contexts.endedServer();
    if (before.isPresent()) {
      problems.add(
          "not measured: the %s's server had ended under the load of another case"
              .formatted(before.get().build()));
      return;
    }
    try {
      open(endpoints, meter, stretch);
    } catch (DriverException | Fault e) {
      problems.add(e.getMessage());
    }
    contexts.endedServer().ifPresent(this::serverEnded);
  }

  private void serverEnded(ServerEnd end) {
    serverEnd = end.after(loaded.toMillis() / 1e3);
    problems.clear(); // they come of it
    problems.add(serverEnd.text());
    broken = serverEnd.isRegression();
  }

  private void open(
      PairedDeployment.Endpoints endpoints, PairMeter meter, PairedLoader.Stretch stretch)
      throws InterruptedException {
    Duration before = loaded;
    Progress progress =
        (elapsed, rate, errors) -> {
          loaded = before.plus(elapsed);
          plan.progress().tick(loaded, rate, errors);
          if (contexts.endedServer().isPresent()) {
            throw new DriverException("stopped, because a server has ended");
          }
        };
    loader.open(endpoints, meter, random, progress, stretch);
  }

  /** Whether both builds are to be looked into. */
  boolean isRecorded(Profiling profiling) {
    return problems.isEmpty() && profiling.wants(plan.plan().name(), slower);
  }

  /**
   * Drives as much load again as a round of two deployments has, half of it here, recorded; where
   * that is asked for, never too little for a result.
   */
  void record(
      int deployment, PairedDeployment.Endpoints endpoints, PairMeter meter, Profiling profiling)
      throws InterruptedException {
    profiling.record(
        plan.plan().name(),
        deployment,
        capture ->
            open(
                endpoints,
                meter,
                run -> {
                  boolean askedFor = profiling.isAskedFor();
                  run.warmUp(recordedWarmUp(askedFor ? FEWEST_RECORDED : 1), new PairTally());
                  run.record(recordedPairs(askedFor), deployment, capture);
                }));
  }

  /** Returns the planned time of {@link #record}. */
  Duration recordedLength(boolean askedFor) {
    int pairs = recordedPairs(askedFor);
    return recordedWarmUp(askedFor ? FEWEST_RECORDED : 1).plus(slice.multipliedBy(2L * pairs));
  }

  private int recordedPairs(boolean askedFor) {
    return Math.max(askedFor ? FEWEST_RECORDED : 1, pairsEach(plan.pace().duration(), slice, 1));
  }

  /** Recorded as well: it has the JVM compile anew. At least half a slice for each pair. */
  private Duration recordedWarmUp(int pairs) {
    Duration shortest = slice.multipliedBy(pairs).dividedBy(2);
    return shortest.compareTo(loader.warmUp()) > 0 ? shortest : loader.warmUp();
  }

  /** Notes that the deployment in which it was to be recorded failed. */
  void notRecorded(Fault why, int deployment, Profiling profiling) throws InterruptedException {
    profiling.record(
        plan.plan().name(),
        deployment,
        capture -> {
          throw why;
        });
  }

  /** Asks whether that is enough, once both builds had both places equally long. */
  void ask(int round, io.perfline.core.run.StoppingRule stoppingRule, PairMeter meter) {
    boolean balanced = round >= deployments && (round - deployments) % 2 == 0;
    if (balanced && problems.isEmpty()) {
      CaseResult soFar = soFar(meter);
      judged = true;
      decided = stoppingRule.decided(soFar);
      undecided = decided ? List.of() : stoppingRule.undecided(soFar);
      broken = stoppingRule.broken(soFar);
      slower = stoppingRule.slower(soFar);
    }
  }

  /** Returns true if a limit was asked whether it is decided. */
  boolean isJudged() {
    return judged;
  }

  String name() {
    return plan.plan().name();
  }

  /** Returns the name, with the metrics that are known to be undecided. */
  String undecided() {
    String metrics = String.join(", ", undecided);
    return name() + (metrics.isEmpty() ? "" : " (" + metrics + ")");
  }

  /** Returns the planned time of a round, warm-up included. */
  Duration length(int round) {
    return loader.warmUp().plus(slice.multipliedBy(2L * pairs(round)));
  }

  /** Returns true if it exceeds a limit, as far as that was asked. */
  boolean broken() {
    return broken;
  }

  void problem(String message) {
    problems.add(message);
  }

  /**
   * The case as it ended. Pairs that were cut short and don't decide make the case invalid: a
   * service that hangs must not end as undecided.
   *
   * @param whole whether it was to go on until it is decided; not when another ended it
   */
  CaseResult ended(PairMeter meter, boolean whole) {
    if (whole && !decided && problems.isEmpty() && tally.pairs().size() < planned) {
      problems.add(
          ("only %d of %d pairs were measured, which decide nothing: slices of %d ms took several"
                  + " times as long, so requests hang; see the longest service time")
              .formatted(tally.pairs().size(), planned, slice.toMillis()));
    }
    return soFar(meter);
  }

  CaseResult soFar(PairMeter meter) {
    CaseResult begun =
        CaseResult.of(plan.plan().name(), plan.plan().target().toString())
            .withParameters(parameters)
            .with(plan.earlier())
            .withPeriod(start, end, plan.pace().warmUp().toMillis());
    CaseResult result = tally.result(begun, loader.rate(tally), problems, meter.source());
    boolean explained = serverEnd != null || (!problems.isEmpty() && tally.pairs().isEmpty());
    return explained ? result.with(serverEnd).withProblems(problems) : result;
  }

  /**
   * Loads the two sides of one deployment in turn. Which is first in a pair is random; in an open
   * model both slices of a pair have the same arrivals, so that these don't differ by chance.
   */
  static final class Pairs implements PairedLoader.PairSource {

    /** How many times their length all slices of a deployment may take. */
    private static final int MOST_LENGTHS = 3;

    /**
     * How long a pair goes on while one of its sides has no request: where other processes leave
     * the senders no processor until a turn is over, nothing goes out in it.
     */
    private static final long MOST_EMPTY = Duration.ofSeconds(5).toNanos();

    static final int CANDIDATE = 0;
    static final int BASELINE = 1;

    private final Slices slices;
    private final Duration slice;
    private final Turns turns;
    private final SplittableRandom random;
    private final Progress progress;
    private final PairMeter meter;
    private Duration loaded = Duration.ZERO;

    Pairs(Slices slices, Turns turns, SplittableRandom random, Progress progress, PairMeter meter) {
      this.slices = slices;
      this.turns = turns;
      slice = turns.slice();
      this.random = random;
      this.progress = progress;
      this.meter = meter;
    }

    /** Load that doesn't count, on both sides in turn, for {@code time} together. */
    @Override
    public void warmUp(Duration time, PairTally into) throws InterruptedException {
      long end = System.nanoTime() + time.toNanos();
      while (System.nanoTime() - end < 0) {
        run(into, 0);
      }
    }

    /**
     * Measures this number of pairs; fewer, but one, when a slice, which ends with the last of its
     * answers, takes many times its length: a service that hangs is seen in few.
     */
    @Override
    public void measure(int count, int deployment, PairTally into) throws InterruptedException {
      slices.watch();
      long from = System.nanoTime();
      long most = MOST_LENGTHS * 2 * count * slice.toNanos();
      int measured = 0;
      do {
        run(into, deployment);
      } while (++measured < count && System.nanoTime() - from < most);
      into.add(slices.health(), (System.nanoTime() - from) / 1e9);
    }

    /**
     * Drives pairs that count for nothing while the servers are recorded; as long as they may take.
     */
    @Override
    public void record(int count, int deployment, JfrCapture into) throws InterruptedException {
      long from = System.nanoTime();
      long most = MOST_LENGTHS * 2 * count * slice.toNanos();
      int every = JfrCapture.detailedEvery(count);
      for (int i = 0; i < count && System.nanoTime() - from < most; i++) {
        long arrivals = random.nextLong();
        boolean candidateFirst = random.nextBoolean();
        boolean detailed = i % every == 0;
        if (i % every <= 1) {
          into.details(detailed);
        }
        into.add(recorded(candidateFirst, arrivals, deployment, detailed, into));
        into.add(recorded(!candidateFirst, arrivals, deployment, detailed, into));
        loaded = loaded.plus(slice).plus(slice);
        progress.tick(loaded, 0, 0);
      }
    }

    private JfrSlice recorded(
        boolean candidate, long arrivals, int deployment, boolean detailed, JfrCapture capture)
        throws InterruptedException {
      CostReading before = meter.read(candidate);
      Instant start = capture.now();
      SliceMeasurement measured = slices.run(candidate ? CANDIDATE : BASELINE, slice, arrivals);
      Instant end = capture.now();
      CostReading cost = meter.read(candidate).since(before);
      return new JfrSlice(
          deployment,
          candidate,
          start,
          end,
          measured.messages(),
          measured.service().getMean(),
          cost.cpuUs(),
          cost.allocatedBytes(),
          detailed);
    }

    /** One turn of each side after the other, until they make a pair. */
    private void run(PairTally into, int deployment) throws InterruptedException {
      boolean candidateFirst = random.nextBoolean();
      long from = System.nanoTime();
      Sides sides = new Sides();
      sides.turn(candidateFirst);
      int count = 1;
      for (; sides.goOn(count, System.nanoTime() - from); count++) {
        sides.turn(random.nextBoolean());
      }
      sides.meterWhole();
      into.add(
          new SlicePair(
              deployment,
              candidateFirst,
              PairTally.slice(sides.measured[CANDIDATE], sides.cost[CANDIDATE]),
              PairTally.slice(sides.measured[BASELINE], sides.cost[BASELINE])),
          sides.measured[CANDIDATE],
          sides.measured[BASELINE],
          turns.each().multipliedBy(2L * count));
      loaded = loaded.plus(slice).plus(slice);
      SliceMeasurement candidate = sides.measured[CANDIDATE];
      progress.tick(loaded, candidate.messages() / candidate.seconds(), candidate.errorCount());
    }

    /** Both sides of a pair while it is measured. */
    private final class Sides {

      private final SliceMeasurement[] measured = new SliceMeasurement[2];
      private final CostReading[] cost = new CostReading[2];
      private final CostReading[] before = {
        meter.read(true), meter.shared() ? null : meter.read(false)
      };

      void turn(boolean candidateFirst) throws InterruptedException {
        long arrivals = random.nextLong();
        load(candidateFirst ? CANDIDATE : BASELINE, arrivals);
        load(candidateFirst ? BASELINE : CANDIDATE, arrivals);
      }

      boolean goOn(int turn, long nanos) {
        boolean empty = Arrays.stream(measured).anyMatch(SliceMeasurement::isEmpty);
        return empty ? nanos < MOST_EMPTY : turn < turns.count() && nanos < 2 * slice.toNanos();
      }

      private void load(int side, long arrivals) throws InterruptedException {
        SliceMeasurement turn = slices.run(side, turns.each(), arrivals);
        measured[side] = measured[side] == null ? turn : measured[side].plus(turn);
        if (meter.shared()) {
          CostReading now = meter.read(side == CANDIDATE);
          CostReading used = now.since(before[0]);
          before[0] = now;
          cost[side] = cost[side] == null ? used : cost[side].plus(used);
        }
      }

      /** Charges each side with all that its own process used during the pair. */
      void meterWhole() {
        if (!meter.shared()) {
          cost[CANDIDATE] = meter.read(true).since(before[CANDIDATE]);
          cost[BASELINE] = meter.read(false).since(before[BASELINE]);
        }
      }
    }
  }

  /**
   * The turns of a slice, which alternate with those of the other side. Which cores threads meet on
   * and how they wake each other is decided by chance whenever load begins, and then stays; several
   * turns average it out.
   *
   * @param slice load on one side of a pair, in all of its turns together
   * @param count the most turns; fewer where they take longer than the pair should
   */
  record Turns(Duration slice, int count) {

    /**
     * Least number of arrivals in a turn of an open model, so that its edges don't change the rate.
     */
    private static final double FEWEST_ARRIVALS = 10;

    static Turns of(CaseSettings settings, Load load, PairMeter meter) {
      Duration slice = settings.duration(PairedKeys.SLICE);
      int count = settings.number(PairedKeys.TURNS);
      if (meter.shared() && !meter.readsAside()) {
        count = 1;
      } else if (load.open()) {
        double arrivals = load.ratePerSecond() * slice.toNanos() / 1e9;
        count = (int) Math.max(1, Math.min(count, arrivals / FEWEST_ARRIVALS));
      }
      return new Turns(slice, count);
    }

    Duration each() {
      return slice.dividedBy(count);
    }
  }
}
