package io.perfline.gate.publish;

/** How names and values are written in InfluxQL. */
final class InfluxQl {

  private InfluxQl() {}

  static String name(String name) {
    return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }

  static String text(String value) {
    return '\'' + value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + '\'';
  }
}
