package io.perfline.gate.imported;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Gatling's {@code simulation.log} as it was up to 3.12: lines of cells between tabs, the first of
 * which says what the line is.
 */
final class GatlingText implements SampleReader {

  private static final Pattern KNOWN = Pattern.compile("3\\.1[0-2]\\.[0-9]+");

  private final TextLines lines;
  private final GatlingRequests requests = new GatlingRequests();
  private boolean begun;

  GatlingText(Path file) throws IOException {
    lines = new TextLines(file);
  }

  @Override
  public ImportedSample next() throws IOException {
    for (String line = lines.next(); line != null; line = lines.next()) {
      String[] cells = line.split("\t", -1);
      if (begun == cells[0].equals("RUN")) {
        throw lines.fault(
            begun ? "another run begins: these are two logs in one" : "no run begins here");
      }
      switch (cells[0]) {
        case "RUN" -> begin(cells);
        case "USER" -> requests.user(cell(cells, 2).equals("START"));
        case "ERROR" -> requests.crash(cell(cells, 1));
        case "GROUP" -> cell(cells, 5);
        case "REQUEST" -> {
          return request(cells);
        }
        default -> throw lines.fault("unknown kind of event '" + cells[0] + "'");
      }
    }
    return null;
  }

  private void begin(String[] cells) {
    String version = cell(cells, 5);
    if (!KNOWN.matcher(version).matches()) {
      throw lines.fault(
          "Gatling " + version + " wrote it; as text, the logs of 3.10 to 3.12 are known");
    }
    begun = true;
  }

  private ImportedSample request(String[] cells) {
    boolean ok = cell(cells, 5).equals("OK");
    if (!ok && !cells[5].equals("KO")) {
      throw lines.fault("a request is '" + cells[5] + "', neither OK nor KO");
    }
    return requests.sample(
        cells[1].replace(',', '/'),
        cells[2],
        time(cells[3]),
        time(cells[4]),
        ok ? null : cell(cells, 6));
  }

  private long time(String cell) {
    try {
      return Long.parseLong(cell);
    } catch (NumberFormatException e) {
      throw lines.fault("'" + cell + "' is no time");
    }
  }

  private String cell(String[] cells, int index) {
    if (index >= cells.length) {
      throw lines.fault("a %s of %d cells only".formatted(cells[0], cells.length));
    }
    return cells[index];
  }

  @Override
  public String position() {
    return lines.place();
  }

  @Override
  public Map<String, String> metadata() {
    return requests.said();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
