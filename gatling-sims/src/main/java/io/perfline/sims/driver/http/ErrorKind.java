package io.perfline.sims.driver.http;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;

/** What failed requests are counted as: a few words, the same whatever the system says. */
final class ErrorKind {

  static final String TIMEOUT = "timeout";
  static final String REFUSED = "connection refused";
  static final String RESET = "connection reset";
  static final String CLOSED = "connection closed";
  static final String MALFORMED = "malformed answer";

  private static final String[] STATUS = new String[600];

  static {
    for (int status = 100; status < STATUS.length; status++) {
      STATUS[status] = "status " + status;
    }
  }

  private ErrorKind() {}

  /** An answer with a status that doesn't mean success, 100 to 599. */
  static String of(int status) {
    return STATUS[status];
  }

  /** A request without an answer, or with half of one. */
  static String of(IOException e) {
    if (e instanceof SocketTimeoutException) {
      return TIMEOUT;
    } else if (e instanceof ConnectException) {
      return REFUSED;
    } else if (e instanceof EOFException) {
      return CLOSED;
    } else if (e instanceof ProtocolException) {
      return MALFORMED;
    } else if (e instanceof UnknownHostException) {
      return "unknown host";
    } else if (e instanceof NoRouteToHostException) {
      return "no route to host";
    } else if (e instanceof SSLException) {
      return "TLS failed";
    } else if (e instanceof SocketException) {
      return RESET; // "Connection reset" when reading, "Broken pipe" when writing
    }
    return e.getClass().getSimpleName();
  }
}
