package io.perfline.gate.influx;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.influxdb.InfluxDBException;

/**
 * Tries again, with a growing pause, what may succeed later. influxdb-java does so only in its
 * batch mode, which {@link InFlight} can't use, and never for a query.
 */
public final class Retry {

  private final List<Duration> pauses;
  private final Consumer<Duration> sleep;

  public Retry(List<Duration> pauses, Consumer<Duration> sleep) {
    this.pauses = List.copyOf(pauses);
    this.sleep = sleep;
  }

  /** Four tries in about four seconds: long enough for a restart of InfluxDB. */
  public static Retry patient() {
    return new Retry(
        List.of(Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofMillis(2500)),
        Retry::sleep);
  }

  /** One try, for whoever tries again by himself. */
  public static Retry never() {
    return new Retry(List.of(), Retry::sleep);
  }

  /** The first success, or the last failure. What can't ever succeed is tried once. */
  public <T> T run(Supplier<T> work) {
    for (Duration pause : pauses) {
      try {
        return work.get();
      } catch (InfluxDBException e) {
        if (!e.isRetryWorth() || Causes.isRefusal(e)) {
          throw e;
        }
        sleep.accept(pause);
      }
    }
    return work.get();
  }

  private static void sleep(Duration pause) {
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InfluxDBException("interrupted while waiting to try again", e);
    }
  }
}
