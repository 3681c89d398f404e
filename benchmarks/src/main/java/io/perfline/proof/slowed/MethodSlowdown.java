package io.perfline.proof.slowed;

import io.perfline.sims.slowed.Delay;
import io.perfline.sims.slowed.Garbage;
import io.perfline.sims.slowed.Slowdown;
import io.perfline.sims.slowed.Spin;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import java.util.logging.FileHandler;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** An injected inefficiency of a method, and its recorded cost. */
public enum MethodSlowdown {
  /** Computes for a number of nanoseconds. */
  CPU(Spin::new),
  /** Allocates a number of bytes. */
  ALLOCATION(Garbage::new),
  /** Keeps a lock for a number of nanoseconds, for which other threads wait. */
  LOCK(Monitor::new),
  SLEEP(Sleep::new),
  /** Writes a line with a number of characters to a log. */
  LOG(Log::new),
  /** Searches a map with a number of keys that all have the same hash. */
  HASH(Collisions::new);

  private static final Map<String, Slowdown> SLOWDOWNS = new ConcurrentHashMap<>();

  @SuppressWarnings("ImmutableEnumChecker")
  private final LongFunction<Slowdown> factory;

  MethodSlowdown(LongFunction<Slowdown> factory) {
    this.factory = factory;
  }

  /**
   * Slows the calling method.
   *
   * @param kindAndAmount the name of a constant and an amount, such as {@code CPU 1000}
   */
  public static void slow(String kindAndAmount) {
    Slowdown slowdown = SLOWDOWNS.computeIfAbsent(kindAndAmount, MethodSlowdown::slowdown);
    SlowdownClock clock = SlowdownClock.begins();
    slowdown.spend();
    SlowdownClock.ends(clock);
  }

  private static Slowdown slowdown(String kindAndAmount) {
    String[] parts = kindAndAmount.split(" ");
    return valueOf(parts[0]).factory.apply(Long.parseLong(parts[1]));
  }

  /** Searches a map whose keys all have the same hash. */
  private static final class Collisions implements Slowdown {

    private record Key(int number) {
      @Override
      public int hashCode() {
        return 1;
      }
    }

    private final Map<Key, Integer> map = new HashMap<>();
    private final AtomicInteger next = new AtomicInteger();

    Collisions(long keys) {
      for (int i = 0; i < keys; i++) {
        map.put(new Key(i), i);
      }
    }

    @Override
    public void spend() {
      int number = Math.floorMod(next.getAndIncrement(), map.size());
      if (map.get(new Key(number)) != number) {
        throw new IllegalStateException("a key is lost");
      }
    }
  }

  /** A lock that each message keeps for a while, as if it waited for a disk in the meantime. */
  private static final class Monitor implements Slowdown {

    private final Delay delay = new Delay();
    private final long nanos;

    Monitor(long nanos) {
      this.nanos = nanos;
    }

    @Override
    public synchronized void spend() {
      delay.pause(nanos);
    }
  }

  /**
   * @param nanos the duration, a whole number of milliseconds
   */
  private record Sleep(long nanos) implements Slowdown {

    @Override
    public void spend() {
      try {
        TimeUnit.NANOSECONDS.sleep(nanos);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Writes a line to a log file, which starts again when it is large. */
  private static final class Log implements Slowdown {

    private static final int LARGE = 64 * 1024 * 1024;

    private final Logger logger = Logger.getAnonymousLogger();
    private final String line;

    /**
     * @param characters the length of a line
     */
    Log(long characters) {
      line = "x".repeat(Math.toIntExact(characters));
      logger.setUseParentHandlers(false);
      try {
        Path log = Files.createTempFile("slowed", ".log");
        log.toFile().deleteOnExit();
        new File(log + ".lck").deleteOnExit(); // the handler's, which nobody closes
        FileHandler file = new FileHandler(log.toString().replace("%", "%%"), LARGE, 1);
        file.setFormatter(new SimpleFormatter());
        logger.addHandler(file);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot write a log", e);
      }
    }

    @Override
    public void spend() {
      logger.info(line);
    }
  }
}
