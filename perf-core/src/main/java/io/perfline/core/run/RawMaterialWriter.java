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
   * Writes one second, with times in microseconds.
   *
   * @param response the response times; null if they are unknown
   * @param service the service times; null if they are unknown
   */
  public void second(SecondCounts counts, Histogram response, Histogram service) {
    if (counts.requests() > 0) {
      if (response != null) {
        write("response", response, counts);
      }
      if (service != null) {
        write("service", service, counts);
      }
    }
    seconds.printf(
        Locale.ROOT,
        "%d,%d,%d,%d,%d,%d,%.3f",
        counts.index(),
        counts.requests(),
        counts.messages(),
        counts.bytes(),
        counts.errors(),
        counts.users(),
        Math.max(SHORTEST, counts.seconds()));
    for (String name : cpu) {
      Double share = counts.cpu().get(name);
      seconds.print(share == null ? "," : String.format(Locale.ROOT, ",%.3f", share));
    }
    seconds.println();
    histogramFile.flush(); // readers follow both files: first the times, then the counts
    seconds.flush();
  }

  private void write(String tag, Histogram times, SecondCounts counts) {
    times.setTag(tag);
    double begin = counts.index();
    histograms.outputIntervalHistogram(begin, begin + counts.seconds(), times, MICROS_PER_MILLI);
    times.setTag(null);
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
