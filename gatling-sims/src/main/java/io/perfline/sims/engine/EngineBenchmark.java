package io.perfline.sims.engine;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Outcome;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What the engine itself costs a message: sender, books, clock and histograms, over a connection
 * that answers at once.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EngineBenchmark {

  private static final int MESSAGES = 100_000;
  private static final int IN_FLIGHT = 64;
  private static final int BYTES = 100;

  /** Far above what can be sent, so that nobody ever waits for the clock. */
  private static final double RATE = 1e9;

  private final Ticker ticker = Ticker.system();
  private Lane closed;
  private Lane open;

  /** Makes the books, whose stretch never ends. */
  @Setup
  public void prepare() {
    closed = new Lane(ticker, IN_FLIGHT, false);
    open = new Lane(ticker, IN_FLIGHT, true);
    closed.plan(stretch());
    open.plan(stretch());
  }

  private Span stretch() {
    long now = ticker.nanos();
    return new Span(now, now, now + TimeUnit.DAYS.toNanos(1));
  }

  /** The closed model: the next message goes out when one came back. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public long closedModel() {
    return send(closed, null);
  }

  /** The open model: every message is due at its own time, here long over. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public long openModel() {
    return send(open, Schedule.constant(RATE, 0, 1));
  }

  private long send(Lane lane, Schedule schedule) {
    Echo echo = new Echo(lane);
    echo.sender = new Sender(ticker, stretch(), lane, echo, schedule, Duration.ZERO);
    echo.sender.run();
    return lane.acknowledged();
  }

  /** Answers at once, and ends its sender after so many messages. */
  private static final class Echo implements Connection {

    private final Outcome outcome;
    private Sender sender;
    private int left = MESSAGES;

    Echo(Outcome outcome) {
      this.outcome = outcome;
    }

    @Override
    public void send(long request) {
      outcome.succeeded(request, 1, BYTES);
      if (--left == 0) {
        sender.stop();
      }
    }

    @Override
    public void close() {}
  }
}
