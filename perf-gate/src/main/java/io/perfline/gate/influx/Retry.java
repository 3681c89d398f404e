package io.perfline.gate.influx;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.influxdb.InfluxDBException;

/** Retries temporary failures after growing pauses, because influxdb-java does not retry. */
public final class Retry {

  private final List<Duration> pauses;
  private final Consumer<Duration> sleep;

  public Retry(List<Duration> pauses, Consumer<Duration> sleep) {
    this.pauses = List.copyOf(pauses);
    this.sleep = sleep;
  }

  /** Returns a policy of four tries within about four seconds, in which InfluxDB can restart. */
  public static Retry patient() {
    return new Retry(
        List.of(Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofMillis(2500)),
        Retry::sleep);
  }

  /** Returns a policy of a single try, for callers that retry themselves. */
  public static Retry never() {
    return new Retry(List.of(), Retry::sleep);
  }

  /**
   * Returns the result of the first try that succeeds, or throws the last failure. Permanent
   * failures are not retried.
   */
  public <T> T run(Supplier<T> work) {
    for (Duration pause : pauses) {
      try {
        return work.get();
      } catch (InfluxDBException e) {
        if (!e.isRetryWorth() || isRefusal(e)) {
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

  /** Returns true if the server rejected the request, so that a retry would not help. */
  static boolean isRefusal(InfluxDBException e) {
    String message = String.valueOf(e.getMessage());
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException) {
        return true;
      }
    }
    return e instanceof InfluxDBException.AuthorizationFailedException
        || message.contains("not authorized")
        || message.contains("authorization failed")
        || message.contains("privilege")
        || message.contains("partial write")
        || message.contains("unable to parse");
  }

  static String cause(InfluxDBException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConnectException) {
        return "nothing answers there (" + cause.getMessage() + "); is it running?";
      }
      if (cause instanceof SocketTimeoutException) {
        return "no answer in time (" + cause.getMessage() + ")";
      }
      if (cause instanceof UnknownHostException) {
        return "unknown host " + cause.getMessage();
      }
      if (cause instanceof SSLException) {
        return "no trusted TLS connection (%s); to trust its certificate, see 'TLS' in docs/dashboards.md"
            .formatted(cause.getMessage());
      }
    }
    String message = String.valueOf(e.getMessage());
    if (message.contains("authorization failed") || message.contains("username required")) {
      return message + "; check user and password of the environment's section influxdb";
    }
    if (message.contains("not authorized") || message.contains("privilege")) {
      return message + "; the user lacks a grant on the database";
    }
    return message;
  }
}
