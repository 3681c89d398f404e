package io.perfline.proof.slowed;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;

/** What a method did wrong that made it slower; what it takes is recorded. */
public enum MethodSlowdown {
  /** Computes so many nanoseconds. */
  CPU(Spin::new),
  /** Allocates so many bytes. */
  ALLOCATION(Garbage::new),
  /** Holds a lock for so many nanoseconds, for which others wait. */
  LOCK(Monitor::new),
  /** Sleeps so many nanoseconds. */
  SLEEP(Sleep::new),
  /** Writes a line of so many characters to a log. */
  LOG(Log::new),
  /** Looks for one of so many keys that all have the same hash. */
  HASH(Collisions::new);

  private static final Map<String, Slowdown> EXTRAS = new ConcurrentHashMap<>();

  @SuppressWarnings("ImmutableEnumChecker") // constructors, which hold nothing
  private final LongFunction<Slowdown> made;

  MethodSlowdown(LongFunction<Slowdown> made) {
    this.made = made;
  }

  /** A method is called that has {@code trouble}: one of these words and an amount. */
  public static void take(String trouble) {
    Slowdown extra = EXTRAS.computeIfAbsent(trouble, MethodSlowdown::extra);
    SlowdownClock clock = SlowdownClock.begins();
    extra.take();
    SlowdownClock.ends(clock);
  }

  private static Slowdown extra(String trouble) {
    String[] parts = trouble.split(" ");
    return valueOf(parts[0]).made.apply(Long.parseLong(parts[1]));
  }
}
