package io.perfline.sims.driver.http;

import io.perfline.core.project.GrpcStatus;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.AsynchronousCloseException;
import java.util.Set;
import javax.net.ssl.SSLException;

/**
 * The error kinds of failed requests, which do not depend on the messages of the operating system.
 */
public final class ErrorKind {

  public static final String TIMEOUT = "timeout";
  static final String REFUSED = "connection refused";
  static final String RESET = "connection reset";
  public static final String CLOSED = "connection closed";

  /** The server closed a connection after a response without {@code Connection: close}. */
  static final String CLOSED_UNANNOUNCED = "connection closed without Connection: close";

  public static final String MALFORMED = "malformed answer";

  /** The messages of the operating system for a lost connection, with which channels fail. */
  private static final Set<String> LOST = Set.of("Broken pipe", "Connection reset by peer");

  private static final String[] STATUS = new String[600];

  static {
    for (int status = 0; status < STATUS.length; status++) {
      STATUS[status] = "status " + GrpcStatus.text(status);
    }
    STATUS[GrpcStatus.DEADLINE_EXCEEDED.ordinal()] = TIMEOUT;
  }

  private ErrorKind() {}

  /**
   * Returns the kind of an unsuccessful status of HTTP or gRPC.
   *
   * @param status the status, of at most 599
   */
  static String of(int status) {
    return STATUS[status];
  }

  /** Returns the kind of a request without a complete response. */
  public static String of(IOException e) {
    if (e instanceof UnsentRequest) {
      return e.getMessage();
    } else if (e instanceof SocketTimeoutException || e instanceof AsynchronousCloseException) {
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
    } else if (e instanceof SocketException || LOST.contains(String.valueOf(e.getMessage()))) {
      return RESET;
    }
    return e.getClass().getSimpleName();
  }
}
