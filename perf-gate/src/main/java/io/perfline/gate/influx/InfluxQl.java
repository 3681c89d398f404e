package io.perfline.gate.influx;

import java.time.Instant;

/** Formats names, values and conditions of InfluxQL. */
public final class InfluxQl {

  private InfluxQl() {}

  /** Returns a time in nanoseconds since 1970, as conditions on {@code time} require it. */
  public static long nanoseconds(Instant time) {
    return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000_000L), time.getNano());
  }

  /** Returns the condition that a point is from this instant or later; none is from before 1970. */
  public static String since(Instant time) {
    return Column.TIME + " >= " + (time.isBefore(Instant.EPOCH) ? 0 : nanoseconds(time));
  }

  /** Returns a condition such as {@code "branch" = 'main'}. */
  public static String equal(String column, String value) {
    return name(column) + " = " + text(value);
  }

  public static String name(String name) {
    return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }

  public static String text(String value) {
    return '\'' + value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + '\'';
  }
}
