package io.perfline.sims.gatling.load;

import io.perfline.sims.engine.Shard;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * The load that Gatling generates. Its rate and numbers of users are those of the whole load, of
 * which this generator may drive a shard.
 *
 * @param simulation the kind of load
 * @param recorder the recorder's address, with its context path and without a slash at the end
 * @param vsId the virtual service that all messages belong to, so that they can be counted in the
 *     store afterwards
 * @param ratePerSecond the intended messages per second, one per request; unused in {@code BROWSE}
 * @param dataBytes the payload of a message in bytes, before base64
 * @param users the numbers of visitors in ascending order; none in {@code RECORD}, one in {@code
 *     MIXED}
 * @param thinkTime the mean time that a visitor of the shortest business case spends on a page
 * @param warmUp the duration of the load before the measured period, in whole seconds
 * @param duration the duration of the measured period, in whole seconds
 * @param timeout the time after which a request counts as unanswered
 * @param shard this generator's part of the load
 * @param capacity the plan of the search for the capacity in {@code BROWSE}; otherwise it only
 *     defines when visitors are stable
 */
public record HttpLoad(
    HttpSimulation simulation,
    URI recorder,
    UUID vsId,
    double ratePerSecond,
    int dataBytes,
    List<Integer> users,
    Duration thinkTime,
    Duration warmUp,
    Duration duration,
    Duration timeout,
    Shard shard,
    CapacityPlan capacity) {

  public HttpLoad {
    users = List.copyOf(users);
    boolean records = simulation != HttpSimulation.BROWSE;
    if (records && !(ratePerSecond > 0 && ratePerSecond < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("rate: above 0 requests/s, not " + ratePerSecond);
    }
    if (shard.of() > 1 && ratePerSecond != Math.rint(ratePerSecond)) {
      throw new IllegalArgumentException(
          "rate: a whole number of requests/s to be shared, not " + ratePerSecond);
    }
    if (dataBytes < 0) {
      throw new IllegalArgumentException("data: 0 bytes or more, not " + dataBytes);
    }
    wholeSeconds("warm-up", warmUp, 0);
    wholeSeconds("duration", duration, 1);
    rising(users, simulation);
    if (!users.isEmpty() && thinkTime.toMillis() < 1) {
      throw new IllegalArgumentException("think time: at least 1 ms, not " + thinkTime);
    }
    if (timeout.toMillis() < 1) {
      throw new IllegalArgumentException("timeout: at least 1 ms, not " + timeout);
    }
    if (simulation == HttpSimulation.BROWSE && capacity.hold().compareTo(duration) > 0) {
      throw new IllegalArgumentException(
          "hold: no longer than the duration, %s, not %s".formatted(duration, capacity.hold()));
    }
    String address = recorder.toString();
    if (address.endsWith("/")) {
      recorder = URI.create(address.substring(0, address.length() - 1));
    }
  }

  /**
   * Returns whether the duration of each level is known in advance, as several generators require.
   * Otherwise a level ends when it has enough results, and the next one depends on them.
   */
  public boolean byTheClock() {
    return simulation != HttpSimulation.BROWSE || shard.of() > 1;
  }

  /** Returns the largest number of visitors over all shards; 0 without visitors. */
  public int maxUsers() {
    return users.isEmpty() ? 0 : users.get(users.size() - 1);
  }

  /** Returns the intended messages per second of this generator. */
  public double ownRate() {
    return shard.of() == 1 ? ratePerSecond : shard.part((long) ratePerSecond);
  }

  /** Returns the duration of warm-up and measured period together. */
  public Duration length() {
    return warmUp.plus(duration);
  }

  private static void rising(List<Integer> users, HttpSimulation simulation) {
    if (users.isEmpty() != (simulation == HttpSimulation.RECORD)) {
      throw new IllegalArgumentException("users: " + users + " in " + simulation);
    }
    int before = 0;
    for (int level : users) {
      if (level <= before) {
        throw new IllegalArgumentException("users: 1 or more, and rising, not " + users);
      }
      before = level;
    }
  }

  /** Checks that a duration is in whole seconds, because Gatling plans by the second. */
  private static void wholeSeconds(String name, Duration value, long min) {
    if (value.toNanosPart() != 0 || value.toSeconds() < min) {
      throw new IllegalArgumentException(
          "%s: whole seconds, at least %d, not %s".formatted(name, min, value));
    }
  }
}
