package io.perfline.sims.gatling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The figures in the table of Gatling's own report. */
final class GatlingReport {

  /** A row with times in whole milliseconds. */
  record Row(
      long total, long ok, long ko, long min, long p50, long p95, long p99, long max, long mean) {}

  private static final Pattern ROW =
      Pattern.compile(
          "<tr id=\"[^\"]+\".*?class=\"ellipsed-name\">([^<]*)<.*?</tr>", Pattern.DOTALL);
  private static final Pattern CELL =
      Pattern.compile("<td class=\"value \\w+ col-(\\d+)\">([^<]*)</td>");

  private GatlingReport() {}

  /** Reads the rows by name; "All Requests" is the first. */
  static Map<String, Row> read(Path report) throws IOException {
    Map<String, Row> rows = new LinkedHashMap<>();
    Matcher row = ROW.matcher(Files.readString(report.resolve("index.html")));
    while (row.find()) {
      Map<Integer, Long> cells = new LinkedHashMap<>();
      Matcher cell = CELL.matcher(row.group());
      while (cell.find()) {
        String text = cell.group(2);
        cells.put(Integer.valueOf(cell.group(1)), Math.round(Double.parseDouble(text)));
      }
      rows.put(
          row.group(1),
          new Row(
              cells.get(2),
              cells.get(3),
              cells.get(4),
              cells.get(7),
              cells.get(8),
              cells.get(10),
              cells.get(11),
              cells.get(12),
              cells.get(13)));
    }
    return rows;
  }
}
