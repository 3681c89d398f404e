package io.perfline.core.run;

import io.perfline.core.command.Fault;
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
 * The raw material of a case that is being measured, read as it grows. It reads only the files, so
 * it does not affect the load. The seconds are the same that {@link RawMaterial} reads after the
 * case.
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
   * Returns the seconds that were completed since the last call. If the measurement was restarted,
   * they begin with the first one.
   *
   * @throws Fault exit code 3 if the files are not raw material
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
      List<String> lines = counts.next(); // first: their times are in the log by now
      follow(times.next());
      if (tableHead == null && !lines.isEmpty()) {
        tableHead = lines.get(0);
        lines = lines.subList(1, lines.size());
      }
      if (lines.isEmpty()) {
        return List.of();
      }
      if (start == null) {
        throw Fault.noVerdict(
            log + " doesn't contain the start of the case, but " + table + " continues");
      }
      List<Second> seconds =
          RawMaterial.seconds(table, headed(List.of(tableHead), lines), start, read);
      read.forget(seconds.get(seconds.size() - 1).index());
      return seconds;
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read " + table + ": " + e, e);
    }
  }

  /** Reads further lines of the log, which are parsed together with the log's head. */
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

  /** Reads a file while another process writes it: only complete lines, and each of them once. */
  private static final class Tail {

    private final Path file;
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private long position;

    Tail(Path file) {
      this.file = file;
    }

    /** Returns true if the file is shorter than the part that was read, so it was started again. */
    boolean isAnew() {
      long length = file.toFile().length();
      return length > 0 && length < position;
    }

    /** Returns the lines that were completed since the last call; empty while there is no file. */
    List<String> next() throws IOException {
      if (file.toFile().length() <= position) { // usual; opening costs more
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
