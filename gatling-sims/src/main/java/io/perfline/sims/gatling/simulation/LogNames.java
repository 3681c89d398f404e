package io.perfline.sims.gatling.simulation;

import java.util.Optional;

/** What simulations call things in Gatling's event log and report. */
public final class LogNames {

  /** Scenario and request of recording a message. */
  public static final String RECORD = "record";

  /** The request of a page itself, beside those of its resources. */
  public static final String DOCUMENT = "document";

  private static final char SEPARATOR = ' ';

  private LogNames() {}

  /** The group of a page opened in a business case. */
  static String group(String business, String page) {
    return business + SEPARATOR + page;
  }

  /** The business case that a group's name tells; empty when it is no such group. */
  public static Optional<String> business(String group) {
    int end = group.indexOf(SEPARATOR);
    return end < 0 ? Optional.empty() : Optional.of(group.substring(0, end));
  }
}
