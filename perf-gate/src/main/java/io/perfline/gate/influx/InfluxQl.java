package io.perfline.gate.influx;

import java.time.Instant;

/** Names, values and conditions as InfluxQL has them. */
public final class InfluxQl {

  private InfluxQl() {}

  /** Nanoseconds since 1970, as {@code time} is compared with. */
  public static long nanoseconds(Instant time) {
    return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000_000L), time.getNano());
  }

  /** At this instant or later. */
  public static String since(Instant time) {
    return Column.TIME + " >= " + nanoseconds(time);
  }

  /** As in {@code "branch" = 'main'}. */
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
