package io.perfline.sims.driver.http;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the dates that servers write into {@code Expires}, in whatever order and form, as RFC 6265,
 * 5.1.1 requires.
 */
final class CookieDate {

  /** The value of a text that is not a date. */
  static final long NONE = Long.MIN_VALUE;

  private static final Pattern DELIMITERS =
      Pattern.compile("[\\t\\x20-\\x2f\\x3b-\\x40\\x5b-\\x60\\x7b-\\x7e]+");
  private static final Pattern TIME =
      Pattern.compile("(\\d{1,2}):(\\d{1,2}):(\\d{1,2})(?:\\D.*)?", Pattern.DOTALL);
  private static final Pattern DAY = Pattern.compile("(\\d{1,2})(?:\\D.*)?", Pattern.DOTALL);
  private static final Pattern YEAR = Pattern.compile("(\\d{2,4})(?:\\D.*)?", Pattern.DOTALL);
  private static final String MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";
  private static final int LETTERS = 3;
  private static final int FIRST_YEAR = 1601;

  private String time;
  private int hour;
  private int minute;
  private int second;
  private int day;
  private int month;
  private int year = -1;

  private CookieDate() {}

  /** Returns the milliseconds since 1970 of a date; {@link #NONE} if the text is not one. */
  static long millis(String text) {
    CookieDate date = new CookieDate();
    for (String token : DELIMITERS.split(text)) {
      date.take(token);
    }
    return date.millis();
  }

  private void take(String token) {
    Matcher found;
    if (time == null && (found = TIME.matcher(token)).matches()) {
      time = token;
      hour = Integer.parseInt(found.group(1));
      minute = Integer.parseInt(found.group(2));
      second = Integer.parseInt(found.group(3));
    } else if (day == 0 && (found = DAY.matcher(token)).matches()) {
      day = Integer.parseInt(found.group(1));
      day = day == 0 ? -1 : day;
    } else if (month == 0 && month(token) > 0) {
      month = month(token);
    } else if (year < 0 && (found = YEAR.matcher(token)).matches()) {
      year = Integer.parseInt(found.group(1));
      year += year < 70 ? 2000 : year < 100 ? 1900 : 0;
    }
  }

  /** Returns the month that a token begins with, from 1; 0 if there is none. */
  private static int month(String token) {
    if (token.length() < LETTERS) {
      return 0;
    }
    int at = MONTHS.indexOf(token.substring(0, LETTERS).toLowerCase(Locale.ROOT));
    return at >= 0 && at % LETTERS == 0 ? at / LETTERS + 1 : 0;
  }

  private long millis() {
    if (time == null || month == 0 || year < FIRST_YEAR) {
      return NONE;
    }
    try {
      return LocalDateTime.of(year, month, day, hour, minute, second)
          .toInstant(ZoneOffset.UTC)
          .toEpochMilli();
    } catch (DateTimeException e) {
      return NONE;
    }
  }
}
