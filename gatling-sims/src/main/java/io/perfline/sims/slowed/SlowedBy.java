package io.perfline.sims.slowed;

import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/** Ways to be slow; each takes an amount, of nanoseconds but for {@link #ALLOCATION}. */
public enum SlowedBy {
  /** Computes for the amount. */
  CPU(Spin::new),
  /** Waits for the amount, without the processor. */
  WAIT(amount -> new WaitSlowdown(amount, 1)),
  /** Allocates a number of bytes. */
  ALLOCATION(Garbage::new),
  /** Lets messages pass one at a time, each as if it kept a lock for the amount. */
  LOCK(SerialLock::new),
  /** One message in fifty waits for the amount. */
  TAIL(amount -> new WaitSlowdown(amount, SlowedBy.TAIL_ONE_IN)),
  /** Keeps something of each message, and computes longer by the amount for ten thousand kept. */
  LEAK(Leak::new);

  /** One message in this number is slowed by {@link #TAIL}. */
  public static final int TAIL_ONE_IN = 50;

  /** This number of messages makes {@link #LEAK} as slow as its amount. */
  public static final int LEAK_MESSAGES = 10_000;

  @SuppressWarnings("ImmutableEnumChecker") // constructors, which hold nothing
  private final LongFunction<Slowdown> made;

  SlowedBy(LongFunction<Slowdown> made) {
    this.made = made;
  }

  /** As the command line writes it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  Slowdown extra(long amount) {
    return made.apply(amount);
  }

  /** Keeps something of each message, and takes the longer the more it keeps. */
  static final class Leak implements Slowdown {

    private final Queue<Object> kept = new ConcurrentLinkedQueue<>();
    private final AtomicLong count = new AtomicLong();
    private final long nanosForMany;

    /**
     * @param nanosForMany the nanoseconds that a message takes longer for every ten thousand kept
     */
    Leak(long nanosForMany) {
      this.nanosForMany = nanosForMany;
    }

    @Override
    public void take() {
      kept.add(new Object());
      Spin.of(nanos(count.incrementAndGet()));
    }

    /** Returns how long it takes when this number is kept. */
    long nanos(long messages) {
      return nanosForMany * messages / SlowedBy.LEAK_MESSAGES;
    }
  }

  /**
   * A lock that each message keeps for a while in which it does what it does anyway: a message
   * alone waits for nothing, of those that come together each waits until the ones before have had
   * their turn.
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
    public void take() {
      long now = nanoTime.getAsLong();
      long free = freeAt.getAndUpdate(at -> Math.max(at - now, 0) + now + nanos);
      if (free - now > 0) {
        delay.ofNanos(free - now);
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
    public void take() {
      if (oneIn == 1 || count.incrementAndGet() % oneIn == 0) {
        delay.ofNanos(nanos);
      }
    }
  }
}
