package io.perfline.sims.gatling;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Maps Gatling's error messages, which contain addresses and times, to a few kinds of errors. */
final class ErrorKinds {

  /** The kind of all further errors once there are too many kinds. */
  static final String OTHER = "other";

  /** The kind of requests that Gatling could not even build. */
  static final String NOT_SENT = "not sent";

  private static final int MAX_OWN_KINDS = 16;
  private static final Pattern STATUS =
      Pattern.compile("status\\.find\\..*found (\\d+)", Pattern.DOTALL);
  private static final Pattern EXCEPTION =
      Pattern.compile("^(?:[\\w.]+[.$])?(\\w+(?:Exception|Error))\\b");

  /**
   * A part of a message, in lower case, and the error kind that it indicates; the first match is
   * used.
   */
  private record Sign(String text, String kind) {}

  private static final List<Sign> SIGNS =
      List.of(
          new Sign("connection refused", "connect refused"),
          new Sign("connection timed out", "connect timeout"),
          new Sign("connecttimeoutexception", "connect timeout"),
          new Sign("request timeout", "timeout"),
          new Sign("connection reset", "connection reset"),
          new Sign("broken pipe", "connection reset"),
          new Sign("premature close", "connection closed"),
          new Sign("connection closed", "connection closed"),
          new Sign("closedchannelexception", "connection closed"),
          new Sign("unknownhostexception", "unknown host"),
          new Sign("failed to resolve", "unknown host"),
          new Sign("too many open files", "too many open files"),
          new Sign("cannot assign requested address", "no free local port"),
          new Sign("ssl", "TLS"));

  private final Set<String> further = new HashSet<>();

  /** Returns the kind of a request's failure. */
  String of(String message) {
    Matcher status = STATUS.matcher(message);
    if (status.find()) {
      return "status " + status.group(1);
    }
    String lower = message.toLowerCase(Locale.ROOT);
    for (Sign sign : SIGNS) {
      if (lower.contains(sign.text())) {
        return sign.kind();
      }
    }
    Matcher exception = EXCEPTION.matcher(message);
    if (exception.find()) {
      return bounded(exception.group(1));
    }
    int check = message.indexOf(".find.");
    return check > 0 ? bounded("check " + message.substring(0, check)) : OTHER;
  }

  private String bounded(String kind) {
    if (further.contains(kind) || further.size() < MAX_OWN_KINDS) {
      further.add(kind);
      return kind;
    }
    return OTHER;
  }
}
