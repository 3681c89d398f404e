package io.perfline.sims.slowed;

import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * Ways to slow down a service. The amount is in nanoseconds, or in bytes for {@link #ALLOCATION}.
 */
public enum SlowedBy {
  /** Uses CPU for the amount of time. */
  CPU(Spin::new),
  /** Waits for the amount of time without using CPU. */
  WAIT(amount -> new WaitSlowdown(amount, 1)),
  /** Allocates the amount of bytes. */
  ALLOCATION(Garbage::new),
  /** Makes messages wait for each other, as if each had a lock for the amount of time. */
  LOCK(SerialLock::new),
  /** Makes one message in fifty wait for the amount of time. */
  TAIL(amount -> new WaitSlowdown(amount, SlowedBy.TAIL_ONE_IN)),
  /**
   * Leaks an object per message, and uses CPU for the amount of time per ten thousand leaked ones.
   */
  LEAK(Leak::new);

  /** One message in this number is slowed by {@link #TAIL}. */
  public static final int TAIL_ONE_IN = 50;

  /** The number of messages after which {@link #LEAK} adds its amount to each message. */
  public static final int LEAK_MESSAGES = 10_000;

  @SuppressWarnings("ImmutableEnumChecker") // constructor references have no state
  private final LongFunction<Slowdown> factory;

  SlowedBy(LongFunction<Slowdown> factory) {
    this.factory = factory;
  }

  /** Returns the name on the command line. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  Slowdown slowdown(long amount) {
    return factory.apply(amount);
  }

  /** Leaks an object per message, and needs more CPU the more objects were leaked. */
  static final class Leak implements Slowdown {

    private final Queue<Object> kept = new ConcurrentLinkedQueue<>();
    private final AtomicLong count = new AtomicLong();
    private final long nanosForMany;

    /**
     * @param nanosForMany the additional nanoseconds per message for every ten thousand leaked
     *     objects
     */
    Leak(long nanosForMany) {
      this.nanosForMany = nanosForMany;
    }

    @Override
    public void spend() {
      kept.add(new Object());
      Spin.of(nanos(count.incrementAndGet()));
    }

    /** Returns the additional time of a message in nanoseconds after a number of messages. */
    long nanos(long messages) {
      return nanosForMany * messages / SlowedBy.LEAK_MESSAGES;
    }
  }

  /**
   * A lock that each message has for a while, without additional work. A message that arrives alone
   * does not wait; messages that arrive together wait for those before them.
   */
  static final class SerialLock implements Slowdown {

    private final long nanos;
    private final LongSupplier nanoTime;
    private final Delay delay;
    private final AtomicLong freeAt;

    SerialLock(long nanos) {
      this(nanos, System::nanoTime, new Delay());
    }

    SerialLock(long nanos, LongSupplier nanoTime, Delay delay) {
      this.nanos = nanos;
      this.nanoTime = nanoTime;
      this.delay = delay;
      freeAt = new AtomicLong(nanoTime.getAsLong());
    }

    @Override
    public void spend() {
      long now = nanoTime.getAsLong();
      long free = freeAt.getAndUpdate(at -> Math.max(at - now, 0) + now + nanos);
      if (free - now > 0) {
        delay.pause(free - now);
      }
    }
  }

  private static final class WaitSlowdown implements Slowdown {

    private final AtomicLong count = new AtomicLong();
    private final Delay delay = new Delay();
    private final long nanos;
    private final int oneIn;

    WaitSlowdown(long nanos, int oneIn) {
      this.nanos = nanos;
      this.oneIn = oneIn;
    }

    @Override
    public void spend() {
      if (oneIn == 1 || count.incrementAndGet() % oneIn == 0) {
        delay.pause(nanos);
      }
    }
  }
}
