package io.perfline.core.run;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes a case's raw material second by second: {@code NAME.hlog}, an HdrHistogram interval log in
 * microseconds with the tags {@code response} and {@code service}, which standard tools can read,
 * and {@code NAME.seconds.csv} with the counts. A second contains the responses that arrived in it.
 */
public final class RawMaterialWriter implements AutoCloseable {

  private static final double MICROS_PER_MILLI = 1000.0;

  /** The smallest length in seconds that is not 0 when it is written with three decimals. */
  private static final double SHORTEST = 0.001;

  private final Path folder;
  private final String name;
  private final List<String> cpu;
  private HistogramLogWriter histograms;
  private PrintStream histogramFile;
  private PrintWriter seconds;
  private boolean begun;

  /**
   * Creates both files.
   *
   * @param folder the folder of the case's simulation in the run's folder, which is created if it
   *     does not exist
   * @param name the name from {@link RawMaterial#fileName}
   * @param cpu the names of the processes whose CPU use is known, in the order of the columns
   */
  public RawMaterialWriter(Path folder, String name, List<String> cpu) throws IOException {
    this.folder = folder;
    this.name = name;
    this.cpu = List.copyOf(cpu);
    Files.createDirectories(folder);
    open();
  }

  private void open() throws IOException {
    histogramFile =
        new PrintStream(
            new BufferedOutputStream(Files.newOutputStream(folder.resolve(name + ".hlog"))),
            false,
            StandardCharsets.UTF_8);
    histograms = new HistogramLogWriter(histogramFile);
    seconds = new PrintWriter(Files.newBufferedWriter(folder.resolve(name + ".seconds.csv")));
    seconds.println(
        String.join(",", RawMaterial.COUNTS)
            + ","
            + RawMaterial.LENGTH
            + cpu.stream().map(n -> "," + RawMaterial.CPU + n).collect(Collectors.joining()));
  }

  /**
   * Starts the measured period, whose first second starts at {@code instant}. If the period is
   * started again, everything written so far is removed.
   */
  public void begin(Instant instant) {
    if (begun) {
      close();
      try {
        open();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot rewrite the raw data in " + folder, e);
      }
    }
    begun = true;
    long start = instant.toEpochMilli();
    histograms.outputLogFormatVersion();
    histograms.outputComment("[Values are microseconds; Interval_Max is in milliseconds.]");
    histograms.outputStartTime(start);
    histograms.setBaseTime(start);
    histograms.outputLegend();
  }

  /**
   * Writes one second.
   *
   * @param index the index of the second; 0 is the first one after the warm-up
   * @param length its length in seconds
   * @param users the number of users or connections
   * @param shares the share of its machine's CPU that a process used, from 0 to 1, by name
   */
  public void second(
      int index, double length, Counts counts, int users, Map<String, Double> shares) {
    if (counts.requests() > 0) {
      write("response", counts.responseTime(), index, length);
      write("service", counts.serviceTime(), index, length);
    }
    seconds.printf(
        Locale.ROOT,
        "%d,%d,%d,%d,%d,%d,%.3f",
        index,
        counts.requests(),
        counts.messages(),
        counts.bytes(),
        counts.errorCount(),
        users,
        Math.max(SHORTEST, length));
    for (String name : cpu) {
      Double share = shares.get(name);
      seconds.print(share == null ? "," : String.format(Locale.ROOT, ",%.3f", share));
    }
    seconds.println();
    histogramFile.flush(); // A command that is killed leaves what it measured.
    seconds.flush();
  }

  private void write(String tag, TimeDistribution times, double begin, double length) {
    if (times != null) {
      Histogram tagged = times.histogram();
      tagged.setTag(tag);
      histograms.outputIntervalHistogram(begin, begin + length, tagged, MICROS_PER_MILLI);
    }
  }

  @Override
  public void close() {
    histogramFile.close();
    seconds.close();
    if (histogramFile.checkError() || seconds.checkError()) {
      throw new UncheckedIOException(
          new IOException("the raw data could not be written completely: is the disk full?"));
    }
  }
}
