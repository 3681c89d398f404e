package io.perfline.sims.paired;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.ComparisonTime;
import io.perfline.core.run.LostServer;
import io.perfline.core.run.ServerEnd;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.StoppingRule;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.server.PairMeter;
import io.perfline.sims.server.Profiling;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures one paired case, deployment by deployment. Each planned deployment gets an equal part of
 * the planned load. If the case is undecided afterwards, further deployments follow in twos, as
 * long as the plan's limit and the budget allow.
 */
final class PairedCaseRunner {

  /** The latest pairs, in which requests may have failed before a lost server was noticed. */
  private static final int LOST_PAIRS = 3;

  /** The time that a server takes to refuse connections, after the requests that need it fail. */
  private static final Duration UNTIL_LOST = Duration.ofSeconds(2);

  private final PairedCasePlan plan;
  private final PairedLoader loader;
  private final PairedDeployment contexts;
  private final Clock clock;
  private final Duration slice;
  private final int deployments;
  private final SplittableRandom random;
  private final Map<String, String> parameters;
  private final PairTally tally = new PairTally();
  private final StatementTally statements;
  private final List<String> problems = new ArrayList<>();
  private final CaseWarmUp warmUp;
  private final PairCounts counts;
  private final CaseRecording recording;
  private Instant start;
  private Instant end;
  private boolean decided;
  private List<String> undecided = List.of();
  private boolean exceedsLimit;
  private boolean isSlower;
  private Duration loaded = Duration.ZERO;
  private ServerEnd serverEnd;
  private LostServer lostServer;

  PairedCaseRunner(
      PairedCasePlan plan, PairedLoader loader, PairedDeployment contexts, long seed, Clock clock) {
    this.plan = plan;
    this.loader = loader;
    this.contexts = contexts;
    this.clock = clock;
    statements = new StatementTally(contexts, loader);
    CaseSettings settings = plan.plan().settings();
    slice = settings.duration(PairedKeys.SLICE);
    warmUp = new CaseWarmUp(plan.pace(), loader, slice, clock);
    deployments = settings.number(PairedKeys.DEPLOYMENTS);
    counts = new PairCounts(plan.pace(), slice, deployments);
    recording = new CaseRecording(plan, loader, slice);
    random = new SplittableRandom(seed);
    parameters = settings.with(FurtherPairs.SEED, seed).asText();
    start = clock.instant();
    end = start;
  }

  /** Returns the number of deployments that an earlier run measured. */
  int before() {
    return plan.before();
  }

  /**
   * Returns whether the case has load for a deployment.
   *
   * @param round from 1
   */
  boolean hasLoad(int round) {
    return problems.isEmpty() && lostServer == null && !decided && pairs(round) > 0;
  }

  int pairs(int round) {
    return counts.of(round);
  }

  int deployments() {
    return deployments;
  }

  /** Returns the planned time of the case. */
  ComparisonTime time() {
    return ComparisonTime.of(plan.pace(), deployments);
  }

  /** Returns the duration of {@link #warmUp} if several generators share the load. */
  Duration warmUpLength() {
    return CommonClock.length(2 * ClockedPairs.pairs(loader.warmUp().dividedBy(2), slice), slice);
  }

  /** Returns the duration of {@link #measure} if several generators share the load. */
  Duration measureLength() {
    return warmUpLength().plus(CommonClock.length(2 * pairs(1), slice));
  }

  /**
   * Loads both builds until they are warm, before any case is measured, but at least for the first
   * half of the shortest warm-up.
   */
  void warmUp(PairedDeployment.Endpoints endpoints, PairMeter meter, DeployedMemory memory)
      throws InterruptedException {
    load(
        endpoints,
        meter,
        run -> {
          contexts.reset();
          warmUp.begin(run, meter, memory);
        });
  }

  /** Measures the case in one deployment, after the second half of its warm-up. */
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
          int pairs = counts.begin(round);
          Instant from = clock.instant();
          contexts.reset();
          warmUp.end(run, deployment, meter, memory);
          contexts.reset();
          statements.begin();
          if (memory.isRead()) {
            measureWithMemory(run, pairs, deployment, memory);
          } else {
            run.measure(pairs, deployment, tally);
          }
          statements.end();
          counts.took(warmUp.elapsed().plus(Duration.between(from, clock.instant())));
        });
    end = clock.instant();
    memory.taken(deployment).ifPresent(read -> tally.add(read, memory));
  }

  /**
   * Reads the memory after the warm-up, halfway and at the end. Some load, which is not counted,
   * follows the first and the second reading.
   */
  private void measureWithMemory(
      PairedLoader.PairSource run, int pairs, int deployment, DeployedMemory memory)
      throws InterruptedException {
    Duration settling = slice.multipliedBy(2);
    memory.read();
    warmUp.load(run, settling, memory);
    int half = pairs / 2;
    if (half > 0) {
      measure(run, half, deployment, memory);
      memory.read();
      warmUp.load(run, settling, memory);
    }
    measure(run, pairs - half, deployment, memory);
    memory.read();
  }

  private void measure(
      PairedLoader.PairSource run, int pairs, int deployment, DeployedMemory memory)
      throws InterruptedException {
    int from = tally.pairs().size();
    run.measure(pairs, deployment, tally);
    memory.handled(tally, from);
  }

  /** Loads both builds. An error before the load becomes a problem of the case. */
  private void load(
      PairedDeployment.Endpoints endpoints, PairMeter meter, PairedLoader.LoadUser user)
      throws InterruptedException {
    if (!problems.isEmpty() || lostServer != null) {
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
      open(endpoints, meter, user);
      if (endedWithErrors()) {
        LockSupport.parkNanos(UNTIL_LOST.toNanos());
        awaitNoLoss();
      }
    } catch (Lost e) {
      tally.removeLatest(LOST_PAIRS);
      lostServer = new LostServer(e.getMessage());
    } catch (DriverException | Fault e) {
      problems.add(e.getMessage());
    }
    contexts.endedServer().ifPresent(this::serverEnded);
  }

  /** Returns whether requests of the latest pair failed. */
  private boolean endedWithErrors() {
    List<SlicePair> pairs = tally.pairs();
    if (pairs.isEmpty()) {
      return false;
    }
    SlicePair latest = pairs.get(pairs.size() - 1);
    return latest.candidate().errorCount() > 0 || latest.baseline().errorCount() > 0;
  }

  /** The loss of a server that both builds need. */
  private static final class Lost extends Fault {

    private static final long serialVersionUID = 1;

    Lost(String reason) {
      super(NO_VERDICT, reason, null);
    }
  }

  /** Notes the end of a server, which is the result of the case. */
  void serverEnded(ServerEnd end) {
    serverEnd = end.after(loaded.toMillis() / 1e3);
    problems.clear(); // The end of the server is the cause of the other problems.
    problems.add(serverEnd.text());
    exceedsLimit = serverEnd.isRegression();
  }

  private void open(
      PairedDeployment.Endpoints endpoints, PairMeter meter, PairedLoader.LoadUser user)
      throws InterruptedException {
    Duration before = loaded;
    Progress progress =
        (elapsed, rate, errors) -> {
          loaded = before.plus(elapsed);
          plan.progress().tick(loaded, rate, errors);
          if (contexts.endedServer().isPresent()) {
            throw new DriverException("stopped, because a server has ended");
          }
          if (errors > 0) {
            awaitNoLoss();
          }
        };
    loader.open(endpoints, meter, random, progress, user);
  }

  /** Ends the case if requests fail because both builds have lost a server. */
  private void awaitNoLoss() {
    try {
      Optional<String> lost = contexts.lostServer();
      if (lost.isPresent()) {
        throw new Lost("after %.0f s of load, %s".formatted(loaded.toMillis() / 1e3, lost.get()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  boolean isRecorded(Profiling profiling) {
    return problems.isEmpty() && profiling.wants(plan.plan().name(), isSlower);
  }

  /** Records both builds. */
  void record(
      int deployment, PairedDeployment.Endpoints endpoints, PairMeter meter, Profiling profiling)
      throws InterruptedException {
    recording.record(deployment, profiling, user -> open(endpoints, meter, user));
  }

  CaseRecording recording() {
    return recording;
  }

  /** Asks the stopping rule, once each build has had both contexts equally often. */
  void ask(int round, StoppingRule stoppingRule, PairMeter meter) {
    boolean balanced = round >= deployments && (round - deployments) % 2 == 0;
    if (balanced && problems.isEmpty()) {
      CaseResult soFar = soFar(meter);
      decided = stoppingRule.decided(soFar);
      undecided = decided ? List.of() : stoppingRule.undecided(soFar);
      exceedsLimit = stoppingRule.exceedsLimit(soFar);
      isSlower = stoppingRule.isSlower(soFar);
      counts.adapt(decided ? Double.NaN : stoppingRule.scatterOfPairs(soFar));
    }
  }

  /** Returns whether limits are known to be undecided. */
  boolean isUndecided() {
    return !undecided.isEmpty();
  }

  String name() {
    return plan.plan().name();
  }

  /** Returns the case's name, followed by the metrics that are known to be undecided. */
  String undecided() {
    String metrics = String.join(", ", undecided);
    return name() + (metrics.isEmpty() ? "" : " (" + metrics + ")");
  }

  /** Returns the planned duration of a round, warm-up included. */
  Duration length(int round) {
    return loader.warmUp().plus(slice.multipliedBy(2L * pairs(round)));
  }

  /** Returns whether the case exceeds a limit, as far as the stopping rule was asked. */
  boolean exceedsLimit() {
    return exceedsLimit;
  }

  void problem(String message) {
    problems.add(message);
  }

  /**
   * Returns the result of the case. Missing pairs without a decision make it invalid, because a
   * service that hangs must not end as undecided.
   *
   * @param whole whether the load was to continue until this case was decided; false if another
   *     case ended it
   */
  CaseResult ended(PairMeter meter, boolean whole) {
    if (whole
        && !decided
        && problems.isEmpty()
        && lostServer == null
        && tally.pairs().size() < counts.planned()) {
      problems.add(
          ("only %d of %d pairs were measured, which decide nothing: slices of %d ms took several"
                  + " times as long, so requests hang; see the longest service time")
              .formatted(tally.pairs().size(), counts.planned(), slice.toMillis()));
    }
    return soFar(meter);
  }

  CaseResult soFar(PairMeter meter) {
    CaseResult begun =
        CaseResult.of(plan.plan().name(), plan.plan().target().toString())
            .withParameters(parameters)
            .with(plan.earlier())
            .withPeriod(start, end, warmUp.longest().toMillis())
            .with(warmUp.results())
            .with(warmUp.requests())
            .with(loader.sent())
            .with(statements.result())
            .with(lostServer);
    CaseResult result = tally.result(begun, loader.rate(tally), problems, meter.source());
    boolean explained =
        serverEnd != null || lostServer != null || (!problems.isEmpty() && tally.pairs().isEmpty());
    return explained ? result.with(serverEnd).withProblems(problems) : result;
  }
}
