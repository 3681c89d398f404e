package io.perfline.sims.gatling.load;

import java.util.Optional;

/** Names in Gatling's event log and report. */
public final class LogNames {

  /** The name of the scenario and of the request that record a message. */
  public static final String RECORD = "record";

  /** The name of the request of a page itself, as opposed to those of its resources. */
  public static final String DOCUMENT = "document";

  private static final char SEPARATOR = ' ';

  private LogNames() {}

  /** Returns the name of the group for a page of a business case. */
  static String group(String business, String page) {
    return business + SEPARATOR + page;
  }

  /** Returns the business case in a group's name; empty for other groups. */
  public static Optional<String> business(String group) {
    int end = group.indexOf(SEPARATOR);
    return end < 0 ? Optional.empty() : Optional.of(group.substring(0, end));
  }
}
