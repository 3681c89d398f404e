package io.perfline.gate.history;

import io.perfline.core.command.Fault;
import io.perfline.core.command.OutsideText;
import io.perfline.core.file.AtomicFile;
import io.perfline.gate.influx.InfluxRow;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.LineProtocol;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A history without a server: a folder with one file per run. A file contains the points that
 * InfluxDB would keep permanently, as line protocol. It is written completely or not at all, so
 * parallel builds don't disturb each other. Its last line contains the number of its points, so
 * that a truncated file is detected.
 */
public record HistoryFolder(Path path) {

  private static final String ENDING = ".lp";
  private static final String END = "# lines: ";

  /** Writes the points of a run, and replaces earlier points of that run. */
  public void write(String run, List<String> lines) throws IOException {
    Files.createDirectories(path);
    String text = String.join("\n", lines) + "\n" + END + lines.size() + "\n";
    AtomicFile.write(
        path.resolve(URLEncoder.encode(run, StandardCharsets.UTF_8) + ENDING),
        text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Passes on every point of the given measurements, in no particular order. A run whose file is
   * damaged is left out completely, because the missing part may contain its verdict or its
   * waivers.
   *
   * @return the reasons why runs were left out, one sentence for each run
   * @throws Fault (no verdict) if the folder can't be read
   */
  public List<String> read(List<InfluxSchema> schemas, BiConsumer<InfluxSchema, InfluxRow> each) {
    List<String> leftOut = new ArrayList<>();
    for (Path file : files()) {
      List<Point> points = new ArrayList<>();
      try {
        entries(file, entry -> point(schemas, entry).ifPresent(points::add));
        points.forEach(point -> each.accept(point.schema(), point.row()));
      } catch (IOException e) {
        leftOut.add(e.getMessage());
      }
    }
    return leftOut;
  }

  private record Point(InfluxSchema schema, InfluxRow row) {}

  private static Optional<Point> point(List<InfluxSchema> schemas, String entry) {
    return schemas.stream()
        .filter(schema -> entry.startsWith(schema.measurement() + ","))
        .findFirst()
        .map(schema -> new Point(schema, LineProtocol.parse(entry)));
  }

  /**
   * Returns the files of the runs. The list is empty if the folder does not exist.
   *
   * @throws Fault (no verdict) if the folder can't be read
   */
  public List<Path> files() {
    try (Stream<Path> all = Files.list(path)) {
      return all.filter(file -> file.getFileName().toString().endsWith(ENDING)).sorted().toList();
    } catch (NoSuchFileException none) {
      return List.of();
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read the history in %s: %s".formatted(path, e), e);
    }
  }

  /**
   * Passes on every entry of a file. An entry is one line; only earlier versions could write a text
   * with line breaks, so a line that does not begin a point belongs to the entry before it.
   *
   * @throws IOException with a message for users, if the file can't be read or is not complete
   */
  private static void entries(Path file, Consumer<String> each) throws IOException {
    int number = 0;
    int count = 0;
    try (BufferedReader in = Files.newBufferedReader(file)) {
      String line = in.readLine();
      while (line != null && !line.startsWith(END)) {
        String entry = line;
        int begin = ++number;
        for (line = in.readLine(); line != null && !begins(line); line = in.readLine()) {
          number++;
          entry += "\n" + line;
        }
        count++;
        try {
          each.accept(begin == number ? entry : OutsideText.visible(entry));
        } catch (IllegalArgumentException e) {
          number = begin;
          throw e;
        }
      }
      if (!(END + count).equals(line)) {
        number++;
        throw new IllegalArgumentException("the end is missing");
      }
    } catch (IllegalArgumentException | IOException e) {
      throw new IOException(
          "the history of a run is unreadable: %s, line %d: %s; publish the run again, or remove it"
              .formatted(file, number, e.getMessage()),
          e);
    }
  }

  private static boolean begins(String line) {
    return line.startsWith(END)
        || InfluxSchema.ALL.stream().anyMatch(each -> line.startsWith(each.measurement() + ","));
  }

  /** Returns the name of the history in verdicts and messages. */
  @Override
  public String toString() {
    return "the files of " + path;
  }
}
