package io.perfline.gate.history;

import io.perfline.core.command.Fault;
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
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A history without a server: a folder with one file per run, which contains the points that
 * InfluxDB would keep permanently, as line protocol. A file is written completely or not at all, so
 * that parallel builds don't disturb each other. Its last line is the number of its lines, so a
 * truncated file is detected.
 */
public record HistoryFolder(Path path) {

  private static final String ENDING = ".lp";
  private static final String END = "# lines: ";

  /** Writes the points of a run in place of earlier ones. */
  public void write(String run, List<String> lines) throws IOException {
    Files.createDirectories(path);
    String text = String.join("\n", lines) + "\n" + END + lines.size() + "\n";
    AtomicFile.write(
        path.resolve(URLEncoder.encode(run, StandardCharsets.UTF_8) + ENDING),
        text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Passes on every point of a measurement, in no particular order.
   *
   * @throws Fault (no verdict) when a file can't be read, or isn't whole
   */
  void read(InfluxSchema schema, Consumer<InfluxRow> each) {
    String start = schema.measurement() + ",";
    lines(
        line -> {
          if (line.startsWith(start)) {
            each.accept(LineProtocol.parse(line));
          }
        });
  }

  /**
   * Passes on every line of every run.
   *
   * @throws Fault (no verdict) when a file can't be read, or isn't whole
   */
  public void lines(Consumer<String> each) {
    for (Path file : files()) {
      lines(file, each);
    }
  }

  /** The files of the runs; none where the folder is not there. */
  public List<Path> files() {
    try (Stream<Path> all = Files.list(path)) {
      return all.filter(file -> file.getFileName().toString().endsWith(ENDING)).sorted().toList();
    } catch (NoSuchFileException none) {
      return List.of();
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read the history in %s: %s".formatted(path, e), e);
    }
  }

  private static void lines(Path file, Consumer<String> each) {
    int number = 0;
    try (BufferedReader in = Files.newBufferedReader(file)) {
      String line = in.readLine();
      for (; line != null && !line.startsWith(END); line = in.readLine()) {
        number++;
        each.accept(line);
      }
      if (!(END + number).equals(line)) {
        throw new IllegalArgumentException("the end is missing");
      }
    } catch (IllegalArgumentException | IOException e) {
      throw Fault.noVerdict(
          "the history of a run is unreadable: %s, line %d: %s; publish the run again, or remove it"
              .formatted(file, number, e.getMessage()),
          e);
    }
  }

  /** Returns the text for verdicts. */
  @Override
  public String toString() {
    return "the files of " + path;
  }
}
