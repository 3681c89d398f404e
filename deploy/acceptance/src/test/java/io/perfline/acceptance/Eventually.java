package io.perfline.acceptance;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for the effect of another process. */
final class Eventually {

  private Eventually() {}

  static void isTrue(String what, BooleanSupplier condition) {
    Instant giveUp = Instant.now().plus(Duration.ofMinutes(2));
    while (!condition.getAsBoolean()) {
      if (Instant.now().isAfter(giveUp)) {
        throw new AssertionError("waited two minutes in vain until " + what);
      }
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
  }
}
