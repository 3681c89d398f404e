package io.perfline.gate.influx;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;
import org.influxdb.InfluxDBException;

/** What InfluxDB or the way to it says, in words that tell what to do. */
final class Causes {

  private Causes() {}

  /** Whether the server understood and said no: asking again changes nothing. */
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

  static String of(InfluxDBException e) {
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
        return "no trusted TLS connection (%s); to trust its certificate, see 'TLS' in dashboards/README.md"
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
