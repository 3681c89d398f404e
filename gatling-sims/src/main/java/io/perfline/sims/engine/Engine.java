package io.perfline.sims.engine;

import io.perfline.core.run.RawMaterialWriter;
import io.perfline.core.run.Received;
import io.perfline.core.run.WarmUpRequests;
import io.perfline.sims.driver.Connector;
import io.perfline.sims.driver.DriverException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Drives one load over its connections and measures it second by second. */
public final class Engine {

  private static final long SECOND = 1_000_000_000L;
  private static final long LONGEST_STEP = 100_000_000L;
  private static final long SHORTEST_STEP = 10_000_000L;

  /** The nanoseconds before the planned end at which a new measurement is decided. */
  private static final long DECISION = 100_000_000L;

  /** The maximum number of times that the measurement of a load begins again. */
  private static final int MAX_RESTARTS = 2;

  /**
   * The time, in nanoseconds, between opening all connections (or the end of a warm-up) and the
   * next period, in which all threads get ready.
   */
  private static final long LEAD = 20_000_000L;

  /** The shortest measured period in which rising throughput can be noticed. */
  private static final Duration TESTED = Duration.ofSeconds(MeasuredTrend.MIN_INTERVALS / 2);

  /** The number of timeouts after which a sender that is blocked by a driver is stopped. */
  private static final int MAX_TIMEOUTS = 3;

  private final Ticker ticker = Ticker.system();
  private final Clock clock;
  private final CpuWatch cpu;

  public Engine(Clock clock) {
    this(clock, CpuWatch.withGenerator(Map.of()));
  }

  /**
   * @param cpu the processes whose CPU is written into the raw results
   */
  public Engine(Clock clock, CpuWatch cpu) {
    this.clock = clock;
    this.cpu = cpu;
  }

  /**
   * Runs a load until all its requests have a result, at most two timeouts after the measured
   * period.
   *
   * @throws io.perfline.sims.driver.DriverException if a connection cannot be opened
   * @throws InterruptedException if interrupted; the load has ended then
   */
  public Measurement run(Load load, Connector connector, RawMaterialWriter raw, Progress progress)
      throws InterruptedException {
    try (SelfWatch watch = new SelfWatch(ticker);
        LoadConnections connections = LoadConnections.open(ticker, load, connector)) {
      return new Run(load, connections, watch, progress, connector.keepsItsLength()).measure(raw);
    }
  }

  /**
   * One run of a load. It collects the counts of all connections every second and counts requests
   * as unanswered after their timeout.
   */
  private final class Run {

    private final Load load;
    private final MeasuredPeriod period;
    private final LoadConnections connections;
    private final List<InFlightRequests> inFlight;
    private final SelfWatch watch;
    private final Progress progress;
    private final Instant begin;
    private final long step;
    private CountedInterval total;
    private MeasuredTrend trend = new MeasuredTrend();
    private int second;
    private final boolean mayRestart;
    private int restarts;
    private GeneratorHealth health;

    /** Null if nothing decides whether the load was steady at the end of the warm-up. */
    private Boolean steady;

    Run(
        Load load,
        LoadConnections connections,
        SelfWatch watch,
        Progress progress,
        boolean keepsItsLength) {
      mayRestart = load.shard().start() == null && !keepsItsLength && !load.isRamp();
      this.load = load;
      this.connections = connections;
      this.watch = watch;
      this.progress = progress;
      inFlight = connections.inFlight();
      long now = ticker.nanos();
      Instant start = load.shard().start();
      long ahead = start == null ? LEAD : Duration.between(clock.instant(), start).toNanos();
      long first = now + Math.max(LEAD, ahead);
      long from = first + (load.mayWarmUpLonger() ? load.warmUpMost() : load.warmUp()).toNanos();
      period = new MeasuredPeriod(first, from, from + load.duration().toNanos());
      begin = clock.instant().plusNanos(first - ticker.nanos());
      total = new CountedInterval(load.open());
      step = Math.max(SHORTEST_STEP, Math.min(LONGEST_STEP, load.timeout().toNanos() / 10));
    }

    Measurement measure(RawMaterialWriter raw) throws InterruptedException {
      try (SenderThreads senders = new SenderThreads(connections.senders(period, load))) {
        warmUp();
        afterWarmUp();
        begin(raw);
        boolean over = false;
        while (!over) {
          long next = period.from() + (second + 1) * SECOND;
          CountedInterval before = firstHalf(next, senders);
          CountedInterval interval = new CountedInterval(load.open());
          if (mayRestart && period.until() - next <= 0) {
            waitUntil(period.until() - DECISION, senders);
            interval.add(connections.take());
            if (restarts < MAX_RESTARTS && trend.fallsWith(interval) && restart()) {
              begin(raw);
              continue;
            }
          }
          over = waitUntil(next, senders);
          long length = over ? lastLength(next - SECOND) : SECOND;
          interval.add(connections.take());
          if (length == SECOND) {
            trend.add(interval);
          }
          interval.add(before);
          if (!over || interval.requests() + interval.errorCount() > 0) {
            raw.second(second, length / 1e9, interval.counts(), connections.opened(), cpu.shares());
          }
          total.add(interval);
          second++;
          tick(interval.messages() * 1e9 / Math.max(1, length));
        }
        return measurement();
      }
    }

    /** Returns the counts of half a second, which is tested apart if there are few seconds. */
    private CountedInterval firstHalf(long end, SenderThreads senders) throws InterruptedException {
      CountedInterval half = new CountedInterval(load.open());
      boolean few = period.seconds() < MeasuredTrend.MIN_INTERVALS && isTested();
      if (few && !waitUntil(end - SECOND / 2, senders)) {
        half.add(connections.take());
        trend.add(half);
      }
      return half;
    }

    private void begin(RawMaterialWriter raw) {
      watch.lap();
      cpu.shares();
      raw.begin(start());
    }

    /**
     * Starts the measurement again because response times fell during it; everything so far counts
     * as warm-up. Returns false if the period is over already.
     */
    private boolean restart() {
      long from = ticker.nanos() + LEAD;
      if (period.until() - from <= 0) {
        return false;
      }
      countFrom(from);
      restarts++;
      return true;
    }

    /** Moves the measured period, and forgets what was counted so far. */
    private void countFrom(long from) {
      period.moveTo(from);
      inFlight.forEach(requests -> requests.plan(period));
      connections.take();
      total = new CountedInterval(load.open());
      trend = new MeasuredTrend();
      second = 0;
    }

    /**
     * Returns the length of the final, partial second: up to the last response or the planned end,
     * whichever is later. The engine notices the last response only one step later.
     */
    private long lastLength(long from) {
      long end = Math.max(period.until(), connections.lastSuccess());
      return Math.min(SECOND, Math.max(1, end - from));
    }

    private void warmUp() throws InterruptedException {
      WarmUp warmUp = load.mayWarmUpLonger() ? new WarmUp(load, period) : null;
      steady = warmUp == null ? null : false;
      long nextTick = period.begin();
      while (ticker.nanos() < period.from()) {
        if (ticker.nanos() >= nextTick) {
          tick(0);
          nextTick += SECOND;
        }
        long next = Math.min(nextTick, period.from());
        sleep(warmUp == null ? next : Math.min(next, warmUp.windowEnd()));
        connections.expire();
        if (warmUp != null && !steady && warmUp.isSteady(ticker.nanos(), inFlight)) {
          steady = true;
          long end = ticker.nanos() + LEAD;
          if (end < period.from()) {
            period.moveTo(end);
            inFlight.forEach(requests -> requests.plan(period));
          }
        }
      }
    }

    /** Does what follows the warm-up while the load goes on, and then begins the period. */
    private void afterWarmUp() throws InterruptedException {
      Callable<Void> work = progress.afterWarmUp();
      if (work == null || !mayRestart || load.warmUp().isZero()) {
        return;
      }
      FutureTask<Void> task = new FutureTask<>(work);
      Thread thread = new Thread(task, "after the warm-up");
      thread.start();
      try {
        long nextTick = ticker.nanos();
        while (!task.isDone()) {
          if (ticker.nanos() >= nextTick) {
            tick(0);
            nextTick += SECOND;
          }
          countFrom(ticker.nanos() + SECOND);
          sleep(Math.min(nextTick, ticker.nanos() + SHORTEST_STEP));
          connections.expire();
        }
        task.get();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof DriverException known
            ? known
            : new IllegalStateException(e.getCause());
      } finally {
        thread.interrupt();
        thread.join();
      }
      countFrom(ticker.nanos() + LEAD);
    }

    /** Waits until a deadline. Returns true if the load ended before, with all its results. */
    private boolean waitUntil(long deadline, SenderThreads senders) throws InterruptedException {
      while (ticker.nanos() < deadline) {
        sleep(deadline);
        connections.expire();
        if (health == null && ticker.nanos() >= period.until()) {
          health = watch.health();
        }
        if (ticker.nanos() >= period.until() && senders.done() && connections.idle()) {
          return true;
        }
        long late = ticker.nanos() - period.until();
        if (connections.idle() && late >= MAX_TIMEOUTS * load.timeout().toNanos() + SECOND) {
          return true;
        }
      }
      return false;
    }

    private void sleep(long deadline) throws InterruptedException {
      ticker.parkUntil(Math.min(deadline, ticker.nanos() + step));
      if (Thread.interrupted()) {
        throw new InterruptedException("the load was interrupted");
      }
    }

    private void tick(double messagesPerSecond) {
      Duration elapsed = Duration.ofNanos(Math.max(0, ticker.nanos() - period.begin()));
      progress.tick(elapsed, messagesPerSecond, total.errorCount());
      if (elapsed.compareTo(Progress.FAILING) >= 0 && allFailed()) {
        progress.allFailed();
      }
    }

    private boolean allFailed() {
      return inFlight.stream().anyMatch(requests -> requests.failures() > 0)
          && inFlight.stream().allMatch(requests -> requests.answered() == 0);
    }

    private Instant start() {
      return begin.plusNanos(period.from() - period.begin());
    }

    private Boolean isSteady() {
      if (load.isRamp()) {
        return null;
      }
      return isTested() ? trend.isSteady() : steady;
    }

    private boolean isTested() {
      return load.duration().compareTo(TESTED) >= 0;
    }

    private Measurement measurement() {
      long lastSuccess = connections.lastSuccess();
      long end = load.open() ? Math.max(period.until(), lastSuccess) : period.until();
      long lastDue = load.open() ? connections.lastDue() : period.until();
      long sent = connections.sent();
      return new Measurement(
          Duration.ofNanos(period.from() - period.begin()),
          isSteady(),
          start(),
          start().plusNanos(end - period.from()),
          total.counts(),
          sent,
          sent / period.seconds(),
          Duration.ofNanos(Math.max(0, lastDue - lastSuccess)),
          inFlight.stream().mapToLong(InFlightRequests::acknowledged).sum(),
          warmUpRequests(),
          received(total),
          total.parts().stream()
              .map(part -> new Measurement.Part(part.counts(), received(part)))
              .toList(),
          health,
          connections.use());
    }

    private Received received(CountedInterval interval) {
      return load.open() ? interval.received(period.seconds()) : null;
    }

    /** Returns all requests that were sent and do not count, also those before a restart. */
    private WarmUpRequests warmUpRequests() {
      long answered = inFlight.stream().mapToLong(InFlightRequests::answered).sum();
      long failed = inFlight.stream().mapToLong(InFlightRequests::failures).sum();
      long unsent = total.errors().getOrDefault(InFlightRequests.UNSENT, 0L);
      return new WarmUpRequests(
          answered - total.requests(), failed - (total.errorCount() - unsent));
    }
  }
}
