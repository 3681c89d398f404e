package io.perfline.sims.engine;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.RequestListener;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * One sender on the calling thread, whose measured period never ends: the engine alone, for a
 * benchmark. Not thread-safe.
 */
public final class SingleSender {

  private final Ticker ticker = Ticker.system();
  private final double rate;
  private final InFlightRequests inFlight;
  private Sender sender;

  /**
   * @param inFlight requests that may wait for their answer at once
   * @param rate requests a second, each due at its own time; 0 for the closed model
   */
  public SingleSender(int inFlight, double rate) {
    this.rate = rate;
    this.inFlight = new InFlightRequests(ticker, inFlight, rate > 0);
    this.inFlight.plan(endless());
  }

  /** Where a connection reports its answers. */
  public RequestListener outcome() {
    return inFlight;
  }

  /** Sends until {@link #stop}, and returns how many requests were acknowledged so far. */
  public long run(Connection connection) {
    Schedule schedule = rate > 0 ? Schedule.constant(rate, 0, 1) : null;
    sender = new ConnectionSender(ticker, endless(), inFlight, connection, schedule, Duration.ZERO);
    sender.run();
    return inFlight.acknowledged();
  }

  /** Ends {@link #run}; a connection calls it while it sends. */
  public void stop() {
    sender.stop();
  }

  private MeasuredPeriod endless() {
    long now = ticker.nanos();
    return new MeasuredPeriod(now, now, now + TimeUnit.DAYS.toNanos(1));
  }
}
