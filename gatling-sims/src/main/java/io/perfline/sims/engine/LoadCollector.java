package io.perfline.sims.engine;

import io.perfline.core.run.RawMaterialWriter;
import io.perfline.core.run.SecondCounts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Follows a load from its start until its last request has ended: collects the counts of all
 * connections second by second, and counts requests as unanswered after their timeout.
 */
final class LoadCollector {

  private static final long SECOND = 1_000_000_000L;
  private static final long LONGEST_STEP = 100_000_000L;
  private static final long SHORTEST_STEP = 10_000_000L;

  /** A sender that a driver holds longer than that is stopped. */
  private static final int MOST_TIMEOUTS = 3;

  /** From the decision that the warm-up is over until it is: time for all senders to know. */
  private static final long LEAD = 20_000_000L;

  private final Ticker ticker;
  private final Load load;
  private final MeasuredPeriod period;
  private final LoadConnections connections;
  private final List<InFlightRequests> lanes;
  private final SelfWatch watch;
  private final CpuWatch cpu;
  private final Instant begin;
  private final CountedInterval total;
  private final long step;
  private int second;
  private GeneratorHealth health;

  private final MeasuredTrend trend = new MeasuredTrend();

  /** Whether the load was steady at the end of the warm-up; null when that was not asked. */
  private Boolean steady;

  LoadCollector(
      Ticker ticker,
      Clock clock,
      Load load,
      MeasuredPeriod period,
      LoadConnections connections,
      SelfWatch watch,
      CpuWatch cpu) {
    this.ticker = ticker;
    this.load = load;
    this.period = period;
    this.connections = connections;
    lanes = connections.lanes();
    this.watch = watch;
    this.cpu = cpu;
    begin = clock.instant().plusNanos(period.begin() - ticker.nanos());
    total = new CountedInterval(load.open());
    step = Math.max(SHORTEST_STEP, Math.min(LONGEST_STEP, load.timeout().toNanos() / 10));
  }

  Measurement observe(SenderThreads senders, RawMaterialWriter raw, Progress progress)
      throws InterruptedException {
    warmUp(progress);
    watch.lap();
    cpu.shares();
    raw.begin(start());
    boolean over = false;
    while (!over) {
      long next = period.from() + (second + 1) * SECOND;
      over = waitUntil(next, senders);
      long length = over ? lastLength(next - SECOND) : SECOND;
      CountedInterval interval = connections.take();
      if (!over || interval.requests() + interval.errorCount() > 0) {
        raw.second(counts(interval, length), interval.response(), interval.service());
      }
      total.add(interval);
      if (length == SECOND) {
        trend.add(interval);
      }
      second++;
      tick(progress, interval.messages() * 1e9 / Math.max(1, length));
    }
    return measurement();
  }

  /**
   * Returns the length of the final, partial second: up to the last response or the planned end,
   * whichever is later. The collector notices the last response only one step later.
   */
  private long lastLength(long begin) {
    long end = Math.max(period.until(), connections.lastSuccess());
    return Math.min(SECOND, Math.max(1, end - begin));
  }

  private SecondCounts counts(CountedInterval interval, long length) {
    return new SecondCounts(
        second,
        length / 1e9,
        interval.requests(),
        interval.messages(),
        interval.bytes(),
        interval.errorCount(),
        load.ownConnections(),
        cpu.shares());
  }

  private void warmUp(Progress progress) throws InterruptedException {
    WarmUp warmUp = load.mayWarmUpLonger() ? new WarmUp(load, period) : null;
    steady = warmUp == null ? null : false;
    long nextTick = period.begin();
    while (ticker.nanos() < period.from()) {
      if (ticker.nanos() >= nextTick) {
        tick(progress, 0);
        nextTick += SECOND;
      }
      long next = Math.min(nextTick, period.from());
      sleep(warmUp == null ? next : Math.min(next, warmUp.windowEnd()));
      connections.expire();
      if (warmUp != null && !steady && warmUp.isSteady(ticker.nanos(), lanes)) {
        steady = true;
        endWarmUp(ticker.nanos() + LEAD);
      }
    }
  }

  private void endWarmUp(long instant) {
    if (instant < period.from()) {
      period.moveTo(instant);
      lanes.forEach(inFlight -> inFlight.plan(period));
    }
  }

  /** Returns true when the load is over before {@code deadline}, all outcomes in. */
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
      if (ticker.nanos() - period.until() >= MOST_TIMEOUTS * load.timeout().toNanos() + SECOND) {
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

  private void tick(Progress progress, double messagesPerSecond) {
    Duration elapsed = Duration.ofNanos(Math.max(0, ticker.nanos() - period.begin()));
    progress.tick(elapsed, messagesPerSecond, total.errorCount());
  }

  private Instant start() {
    return begin.plusNanos(period.from() - period.begin());
  }

  private Measurement measurement() {
    long lastSuccess = connections.lastSuccess();
    long end = load.open() ? Math.max(period.until(), lastSuccess) : period.until();
    long sent = connections.sent();
    return new Measurement(
        Duration.ofNanos(period.from() - period.begin()),
        trend.isSteady() == null ? steady : trend.isSteady(),
        start(),
        start().plusNanos(end - period.from()),
        total.requests(),
        total.messages(),
        total.bytes(),
        total.errors(),
        total.response(),
        total.service(),
        sent,
        sent / period.seconds(),
        Duration.ofNanos(Math.max(0, period.until() - lastSuccess)),
        lanes.stream().mapToLong(InFlightRequests::acknowledged).sum(),
        parts(),
        health);
  }

  private List<PartMeasurement> parts() {
    return connections.parts().stream()
        .map(
            sum -> new PartMeasurement(sum.requests(), sum.errors(), sum.response(), sum.service()))
        .toList();
  }
}
