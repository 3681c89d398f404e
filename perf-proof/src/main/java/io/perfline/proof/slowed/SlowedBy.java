package io.perfline.proof.slowed;

import java.util.Locale;
import java.util.function.LongFunction;

/** Ways to be slow; each takes an amount, of nanoseconds but for {@link #ALLOCATION}. */
public enum SlowedBy {
  /** Computes so long. */
  CPU(Spin::new),
  /** Waits so long, without the processor. */
  WAIT(amount -> new WaitSlowdown(amount, 1)),
  /** Allocates so many bytes. */
  ALLOCATION(Garbage::new),
  /** Lets messages pass one at a time, each as if it held a lock so long: alone, none waits. */
  LOCK(SerialLock::new),
  /** One message in fifty waits so long. */
  TAIL(amount -> new WaitSlowdown(amount, SlowedBy.TAIL_ONE_IN)),
  /** Keeps something of each message, and computes so much longer for ten thousand kept. */
  LEAK(Leak::new);

  /** One message in so many is slowed by {@link #TAIL}. */
  public static final int TAIL_ONE_IN = 50;

  /** As many messages make {@link #LEAK} as slow as its amount says. */
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
}
