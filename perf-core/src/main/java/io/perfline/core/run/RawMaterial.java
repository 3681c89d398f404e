package io.perfline.core.run;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Reads the results of a case second by second: {@code CASE.seconds.csv} with the counts and {@code
 * CASE.hlog} with the times, in the folder of its simulation. A truncated file is an error; a case
 * without these files has no seconds.
 */
public final class RawMaterial {

  static final List<String> COUNTS =
      List.of("second", "requests", "messages", "bytes", "errors", "users");

  /**
   * The column with the length of a second; the last one of a case may be shorter. For older tables
   * without this column, the length is calculated from the times; if all requests failed, it is
   * unknown.
   */
  static final String LENGTH = "length";

  static final String CPU = "cpu_";
  private static final String SECONDS = ".seconds.csv";
  private static final int LONGEST = 120;

  private RawMaterial() {}

  /**
   * Returns the name of a case's files without extension: {@code kafka/batch_size/256} with the
   * target {@code direct} is {@code kafka_batch_size_256-direct}.
   */
  public static String fileName(String name, String target) {
    return fileName(name) + "-" + target;
  }

  /**
   * Returns a file name for the name of a case. If that is too long, or contains characters that a
   * file name should not contain, a checksum makes it unique.
   */
  public static String fileName(String name) {
    String file = name.replace('/', '_');
    String plain = file.replaceAll("[^A-Za-z0-9_.-]", "_");
    if (plain.length() > LONGEST || !plain.equals(file)) {
      plain = plain.substring(0, Math.min(LONGEST, plain.length()));
      CRC32 number = new CRC32();
      number.update(name.getBytes(StandardCharsets.UTF_8));
      plain += "-%08x".formatted(number.getValue());
    }
    return plain;
  }

  private static String fileName(CaseResult result) {
    return fileName(result.name(), result.target());
  }

  /**
   * Returns the seconds of a case in order. The start of the case is known to the millisecond, so
   * its seconds start at whole milliseconds, whether they are read during the load or afterwards.
   *
   * @param run the run's folder
   * @throws Fault exit code 3 with file and line, if the files exist and are not complete
   */
  public static List<Second> read(Path run, CaseResult result) {
    return named(run.resolve(result.simulation()).resolve(fileName(result)), result);
  }

  private static List<Second> named(Path name, CaseResult result) {
    Path file = name.resolveSibling(name.getFileName() + SECONDS);
    if (!Files.exists(file)) {
      return List.of();
    }
    try {
      Instant start = result.start().truncatedTo(ChronoUnit.MILLIS);
      IntervalTimes times =
          IntervalTimes.read(
              name.resolveSibling(name.getFileName() + ".hlog"),
              start.toEpochMilli(),
              result.responseTime() == null ? "service" : "response");
      return read(file, start, times);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read " + file + ": " + e, e);
    }
  }

  /** Returns the name of the files of a part of a case, without extension. */
  public static String partName(String name, String target, String part) {
    return fileName(name, target) + "." + part;
  }

  /**
   * Returns the seconds of a case's parts by name, such as the business cases of visitors; empty if
   * the case has none.
   *
   * @param run the run's folder
   * @throws Fault exit code 3 as by {@link #read}
   */
  public static Map<String, List<Second>> parts(Path run, CaseResult result) {
    Path folder = run.resolve(result.simulation());
    String before = fileName(result) + ".";
    Map<String, List<Second>> parts = new TreeMap<>();
    try (Stream<Path> files = Files.exists(folder) ? Files.list(folder) : Stream.empty()) {
      files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.startsWith(before) && file.endsWith(SECONDS))
          .filter(file -> file.length() > before.length() - 1 + SECONDS.length())
          .map(file -> file.substring(0, file.length() - SECONDS.length()))
          .forEach(
              name ->
                  parts.put(name.substring(before.length()), named(folder.resolve(name), result)));
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read the folder " + folder + ": " + e, e);
    }
    return parts;
  }

  /**
   * Returns the service times of a case by second; {@link #read} returns the response times.
   *
   * @param run the run's folder
   * @throws Fault exit code 3 with the name of the file, if it exists and is not complete
   */
  public static Map<Integer, TimeDistribution> serviceTimes(Path run, CaseResult result) {
    Path file = run.resolve(result.simulation()).resolve(fileName(result) + ".hlog");
    try {
      return IntervalTimes.read(file, result.start().toEpochMilli(), "service").all();
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read " + file + ": " + e, e);
    }
  }

  private static List<Second> read(Path file, Instant start, IntervalTimes times)
      throws IOException {
    List<String> lines = Files.readAllLines(file);
    List<String> header = lines.isEmpty() ? List.of() : List.of(lines.get(0).split(","));
    if (!Set.copyOf(header).containsAll(COUNTS)) {
      throw Fault.noVerdict(
          "%s:1: found %s, expected the columns %s".formatted(file, header, COUNTS));
    }
    List<Second> seconds = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      try {
        seconds.add(second(header, lines.get(i).split(",", -1), start, times));
      } catch (IllegalArgumentException e) {
        throw Fault.noVerdict(
            "%s:%s: %s is not a second: %s"
                .formatted(file, Integer.toString(i + 1), lines.get(i), e.getMessage()),
            e);
      }
    }
    return seconds;
  }

  private static Second second(
      List<String> header, String[] cells, Instant start, IntervalTimes times) {
    if (cells.length != header.size()) {
      throw new IllegalArgumentException("it has " + cells.length + " cells");
    }
    Map<String, String> row = new HashMap<>();
    Map<String, Double> cpu = new HashMap<>();
    for (int i = 0; i < cells.length; i++) {
      row.put(header.get(i), cells[i]);
      if (header.get(i).startsWith(CPU) && !cells[i].isEmpty()) {
        cpu.put(header.get(i).substring(CPU.length()), Double.parseDouble(cells[i]));
      }
    }
    int index = Integer.parseInt(row.get("second"));
    String length = row.get(LENGTH);
    return new Second(
        index,
        start.plusSeconds(index),
        length == null ? times.seconds(index) : length(length),
        new Counts(
            Long.parseLong(row.get("requests")),
            Long.parseLong(row.get("messages")),
            Long.parseLong(row.get("bytes")),
            Long.parseLong(row.get("errors")),
            times.at(index),
            null),
        Integer.parseInt(row.get("users")),
        cpu);
  }

  private static double length(String cell) {
    double seconds = Double.parseDouble(cell);
    if (!(seconds > 0 && seconds < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("its length is " + cell + " s");
    }
    return seconds;
  }
}
