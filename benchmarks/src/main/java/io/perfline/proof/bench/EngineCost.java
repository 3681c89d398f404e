package io.perfline.proof.bench;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.engine.SingleSender;
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
 * Measures the cost of the engine per message (sender, bookkeeping, clock and histograms) over a
 * connection that answers at once.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EngineCost {

  private static final int MESSAGES = 100_000;
  private static final int IN_FLIGHT = 64;
  private static final int BYTES = 100;

  /** A rate per second so high that the sender never waits for the clock. */
  private static final double RATE = 1e9;

  private SingleSender closed;
  private SingleSender open;

  @Setup
  public void prepare() {
    closed = new SingleSender(IN_FLIGHT, 0);
    open = new SingleSender(IN_FLIGHT, RATE);
  }

  /** Measures the closed model: each response allows the next message. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public long closedModel() {
    return closed.run(new Echo(closed));
  }

  /** Measures the open model: every message is overdue. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public long openModel() {
    return open.run(new Echo(open));
  }

  /** Answers at once, and ends its sender after {@link #MESSAGES} messages. */
  private static final class Echo implements Connection {

    private final SingleSender sender;
    private int left = MESSAGES;

    Echo(SingleSender sender) {
      this.sender = sender;
    }

    @Override
    public void send(long request) {
      sender.listener().succeeded(request, 1, BYTES);
      if (--left == 0) {
        sender.stop();
      }
    }

    @Override
    public void close() {}
  }
}
