package io.perfline.sims.engine;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.RequestListener;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** One sender on the calling thread, for a benchmark of the engine alone. Not thread-safe. */
public final class SingleSender {

  private final Ticker ticker = Ticker.system();
  private final double rate;
  private final InFlightRequests inFlight;
  private SenderThreads.Sender sender;

  /**
   * @param inFlight the maximum number of unanswered requests
   * @param rate requests per second of an open model; 0 for the closed model
   */
  public SingleSender(int inFlight, double rate) {
    this.rate = rate;
    this.inFlight = new InFlightRequests(ticker, inFlight, rate > 0);
    this.inFlight.plan(endless());
  }

  /** Returns the listener to which a connection reports its responses. */
  public RequestListener listener() {
    return inFlight;
  }

  /** Sends until {@link #stop}, and returns the number of messages acknowledged so far. */
  public long run(Connection connection) {
    Load.Schedule schedule = rate > 0 ? Load.Schedule.constant(n -> n * 1e9 / rate, n -> n) : null;
    sender = new ConnectionSender(ticker, endless(), inFlight, connection, schedule, Duration.ZERO);
    sender.run();
    return inFlight.acknowledged();
  }

  /** Ends {@link #run}; called by a connection while it sends. */
  public void stop() {
    sender.stop();
  }

  private MeasuredPeriod endless() {
    long now = ticker.nanos();
    return new MeasuredPeriod(now, now, now + TimeUnit.DAYS.toNanos(1));
  }
}
