package io.perfline.gate.influx;

import io.perfline.core.command.OutsideText;
import java.util.HashMap;
import java.util.Map;

/** Escapes text for InfluxDB's line protocol, and parses a line into a row. */
public final class LineProtocol {

  private final String line;
  private int at;

  private LineProtocol(String line) {
    this.line = line;
  }

  /**
   * Parses the tags, fields and time of a point.
   *
   * @throws IllegalArgumentException if the line is not a complete point with a time
   */
  public static InfluxRow parse(String line) {
    return new LineProtocol(line).row();
  }

  /**
   * Escapes the value of a tag. A backslash at its end would escape the next character and can't be
   * escaped itself, so a full-width one replaces it.
   */
  static String tagValue(String value) {
    String visible = OutsideText.visible(value);
    return escaped(
        visible.endsWith("\\") ? visible.substring(0, visible.length() - 1) + '\uFF3C' : visible,
        " ,=");
  }

  /** Escapes and quotes a field's text. */
  static String quoted(String text) {
    return '"' + escaped(OutsideText.visible(text), "\\\"") + '"';
  }

  private static String escaped(String text, String special) {
    StringBuilder escaped = new StringBuilder(text.length() + 8);
    for (int i = 0; i < text.length(); i++) {
      if (special.indexOf(text.charAt(i)) >= 0) {
        escaped.append('\\');
      }
      escaped.append(text.charAt(i));
    }
    return escaped.toString();
  }

  private InfluxRow row() {
    name(", ");
    Map<String, String> tags = new HashMap<>();
    while (next() == ',') {
      tags.put(key(), name(", "));
    }
    Map<String, Integer> columns = new HashMap<>();
    Object[] cells = new Object[2 + (int) line.chars().filter(each -> each == '=').count()];
    do {
      columns.put(key(), columns.size());
      cells[columns.size() - 1] = value();
    } while (next() == ',');
    columns.put(Column.TIME, columns.size());
    cells[columns.size() - 1] = Long.parseLong(line.substring(at));
    return new InfluxRow(columns, tags, cells);
  }

  /** Returns the next character, which is a comma or a space, and moves past it. */
  private char next() {
    if (at >= line.length()) {
      throw new IllegalArgumentException("the line is cut off");
    }
    return line.charAt(at++);
  }

  private String key() {
    String key = name("=");
    next();
    return key;
  }

  /** Reads a name or the value of a tag up to one of {@code ends}, and removes its escapes. */
  private String name(String ends) {
    StringBuilder name = new StringBuilder();
    for (; at < line.length() && ends.indexOf(line.charAt(at)) < 0; at++) {
      if (line.charAt(at) == '\\'
          && at + 1 < line.length()
          && " ,=".indexOf(line.charAt(at + 1)) >= 0) {
        at++;
      }
      name.append(line.charAt(at));
    }
    return name.toString();
  }

  private Object value() {
    if (at < line.length() && line.charAt(at) == '"') {
      return quoted();
    }
    String word = name(", ");
    return switch (word) {
      case "true", "t", "T", "True", "TRUE" -> true;
      case "false", "f", "F", "False", "FALSE" -> false;
      default -> number(word);
    };
  }

  private static Object number(String word) {
    if (word.endsWith("i")) {
      return Long.parseLong(word.substring(0, word.length() - 1));
    }
    return Double.parseDouble(word);
  }

  private String quoted() {
    StringBuilder text = new StringBuilder();
    for (at++; at < line.length() && line.charAt(at) != '"'; at++) {
      if (line.charAt(at) == '\\' && at + 1 < line.length()) {
        at++;
      }
      text.append(line.charAt(at));
    }
    next();
    return text.toString();
  }
}
