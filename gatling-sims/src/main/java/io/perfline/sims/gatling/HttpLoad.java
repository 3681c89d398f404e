package io.perfline.sims.gatling;

import java.net.URI;
import java.time.Duration;
import java.util.UUID;

/**
 * What Gatling is to do.
 *
 * @param simulation which load
 * @param recorder the recorder's address, with its context path and without a slash at the end
 * @param vsId the virtual service that all messages belong to, so that they can be counted in the
 *     store afterwards
 * @param ratePerSecond intended requests per second
 * @param dataBytes payload of a message, before base64
 * @param warmUp load that runs before and isn't counted; whole seconds
 * @param duration load that counts; whole seconds
 * @param timeout when a request counts as unanswered
 */
public record HttpLoad(
    HttpSimulation simulation,
    URI recorder,
    UUID vsId,
    double ratePerSecond,
    int dataBytes,
    Duration warmUp,
    Duration duration,
    Duration timeout) {

  public HttpLoad {
    if (!(ratePerSecond > 0) || Double.isInfinite(ratePerSecond)) {
      throw new IllegalArgumentException("rate: above 0 requests/s, not " + ratePerSecond);
    }
    if (dataBytes < 0) {
      throw new IllegalArgumentException("data: 0 bytes or more, not " + dataBytes);
    }
    wholeSeconds("warm-up", warmUp, 0);
    wholeSeconds("duration", duration, 1);
    if (timeout.toMillis() < 1) {
      throw new IllegalArgumentException("timeout: at least 1 ms, not " + timeout);
    }
    String address = recorder.toString();
    if (address.endsWith("/")) {
      recorder = URI.create(address.substring(0, address.length() - 1));
    }
  }

  /** The steady load of messages. */
  public static HttpLoad record(
      URI recorder,
      double ratePerSecond,
      int dataBytes,
      Duration warmUp,
      Duration duration,
      Duration timeout) {
    return new HttpLoad(
        HttpSimulation.RECORD,
        recorder,
        UUID.randomUUID(),
        ratePerSecond,
        dataBytes,
        warmUp,
        duration,
        timeout);
  }

  /** How long requests are sent: warm-up and what counts. */
  Duration length() {
    return warmUp.plus(duration);
  }

  /** Gatling plans by the second. */
  private static void wholeSeconds(String name, Duration value, long least) {
    if (value.toNanosPart() != 0 || value.toSeconds() < least) {
      throw new IllegalArgumentException(
          "%s: whole seconds, at least %d, not %s".formatted(name, least, value));
    }
  }
}
