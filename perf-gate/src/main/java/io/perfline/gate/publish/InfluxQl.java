package io.perfline.gate.publish;

/** How names and values are written in InfluxQL. */
public final class InfluxQl {

  private InfluxQl() {}

  public static String name(String name) {
    return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }

  public static String text(String value) {
    return '\'' + value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + '\'';
  }
}
