package io.perfline.sims.engine;

import io.perfline.core.run.RawMaterialWriter;
import io.perfline.sims.driver.Connector;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Drives one load over as many connections as it has, and measures it. */
public final class Engine {

  /** Time between all connections standing ready and the load's begin, for threads to start. */
  private static final long LEAD_NANOS = 20_000_000;

  private final Ticker ticker = Ticker.system();
  private final Clock clock;

  private final CpuWatch cpu;

  public Engine(Clock clock) {
    this(clock, CpuWatch.withGenerator(Map.of()));
  }

  /**
   * @param cpu the processes whose CPU is noted in the raw material, where that has columns for it
   */
  public Engine(Clock clock, CpuWatch cpu) {
    this.clock = clock;
    this.cpu = cpu;
  }

  /**
   * Runs a load to its end, all outcomes in: at the latest two timeouts after the measured stretch.
   *
   * @throws io.perfline.sims.driver.DriverException when a connection can't be opened
   * @throws InterruptedException when interrupted; nothing of the load is left running then
   */
  public Measurement run(Load load, Connector connector, RawMaterialWriter raw, Progress progress)
      throws InterruptedException {
    try (SelfWatch watch = new SelfWatch(ticker);
        LoadConnections connections = LoadConnections.open(ticker, load, connector)) {
      MeasuredPeriod period = span(load);
      List<Sender> senders = connections.senders(period, load);
      LoadCollector collector =
          new LoadCollector(ticker, clock, load, period, connections, watch, cpu);
      try (SenderThreads crew = new SenderThreads(senders)) {
        return collector.observe(crew, raw, progress);
      }
    }
  }

  private MeasuredPeriod span(Load load) {
    long begin = ticker.nanos() + Math.max(LEAD_NANOS, untilTurn(load.shard()));
    long from = begin + (load.mayWarmUpLonger() ? load.warmUpMost() : load.warmUp()).toNanos();
    return new MeasuredPeriod(begin, from, from + load.duration().toNanos());
  }

  /** Nanoseconds until all parts of the load begin; negative when that was before. */
  private long untilTurn(Shard shard) {
    return shard.start() == null
        ? LEAD_NANOS
        : Duration.between(clock.instant(), shard.start()).toNanos();
  }
}
