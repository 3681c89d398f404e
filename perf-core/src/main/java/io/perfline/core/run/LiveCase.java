package io.perfline.core.run;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The raw material of a case that is being measured, read as it grows. The files alone are looked
 * at: the load doesn't know, and isn't slowed. What it reads is what {@link RawMaterial} will read
 * when the case is over.
 */
public final class LiveCase {

  private static final Pattern START = Pattern.compile("#\\[StartTime: ([0-9]+)\\.([0-9]{3}) .*");

  private final CatalogueEntry entry;
  private final Path table;
  private final Path log;
  private Tail counts;
  private Tail times;
  private IntervalTimes read = new IntervalTimes();
  private final List<String> logHead = new ArrayList<>();
  private String tableHead;
  private Instant start;

  /**
   * @param run the run's folder
   */
  public LiveCase(Path run, CatalogueEntry entry) {
    this.entry = entry;
    Path name =
        run.resolve(CaseResult.simulation(entry.name()))
            .resolve(RawMaterial.fileName(entry.name(), entry.target()));
    table = name.resolveSibling(name.getFileName() + ".seconds.csv");
    log = name.resolveSibling(name.getFileName() + ".hlog");
    counts = new Tail(table);
    times = new Tail(log);
  }

  public CatalogueEntry planned() {
    return entry;
  }

  /**
   * Returns the seconds that ended since the last call; after a restart of the measurement, from
   * the first one on.
   *
   * @throws UnreadableRun if the files are not raw material
   */
  public List<Second> next() {
    try {
      if (counts.isAnew() || times.isAnew()) {
        counts = new Tail(table);
        times = new Tail(log);
        read = new IntervalTimes();
        logHead.clear();
        tableHead = null;
        start = null;
      }
      List<String> lines = counts.next(); // first, so that the times of all of them are there
      follow(times.next());
      if (tableHead == null && !lines.isEmpty()) {
        tableHead = lines.get(0);
        lines = lines.subList(1, lines.size());
      }
      if (lines.isEmpty()) {
        return List.of();
      }
      if (start == null) {
        throw new UnreadableRun(
            log + " doesn't contain the start of the case, but " + table + " continues");
      }
      List<Second> seconds =
          RawMaterial.seconds(table, headed(List.of(tableHead), lines), start, read);
      read.forget(seconds.get(seconds.size() - 1).index());
      return seconds;
    } catch (IOException e) {
      throw new UnreadableRun("cannot read " + table + ": " + e, e);
    }
  }

  /** Reads further lines of the log, each part after the log's head. */
  private void follow(List<String> lines) {
    List<String> intervals = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith("#") || line.startsWith("\"")) {
        logHead.add(line);
        Matcher matcher = START.matcher(line);
        if (matcher.matches()) {
          start =
              Instant.ofEpochSecond(
                  Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)) * 1_000_000);
        }
      } else {
        intervals.add(line);
      }
    }
    if (start != null && !intervals.isEmpty()) {
      byte[] part =
          (String.join("\n", headed(logHead, intervals)) + "\n").getBytes(StandardCharsets.UTF_8);
      read.add(
          IntervalTimes.read(
              log, new ByteArrayInputStream(part), start.toEpochMilli(), "response"));
    }
  }

  private static List<String> headed(List<String> head, List<String> lines) {
    List<String> all = new ArrayList<>(head);
    all.addAll(lines);
    return all;
  }

  /** Reads a file while another process still writes it: whole lines only, each of them once. */
  private static final class Tail {

    private final Path file;
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private long position;

    Tail(Path file) {
      this.file = file;
    }

    /** Returns true if the file is shorter than what was read: it was begun anew. */
    boolean isAnew() {
      long length = file.toFile().length();
      return length > 0 && length < position;
    }

    /** Returns the lines that were ended since the last call; none while there is no file. */
    List<String> next() throws IOException {
      if (file.toFile().length() <= position) { // the usual answer, and cheaper than to open it
        return List.of();
      }
      try (SeekableByteChannel channel = Files.newByteChannel(file)) {
        channel.position(position);
        ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);
        while (channel.read(buffer.clear()) > 0) {
          begun.write(buffer.array(), 0, buffer.position());
          position += buffer.position();
        }
      } catch (NoSuchFileException e) {
        return List.of();
      }
      byte[] read = begun.toByteArray();
      int end = read.length;
      while (end > 0 && read[end - 1] != '\n') {
        end--;
      }
      begun.reset();
      begun.write(read, end, read.length - end);
      return new String(read, 0, end, StandardCharsets.UTF_8).lines().toList();
    }
  }
}
