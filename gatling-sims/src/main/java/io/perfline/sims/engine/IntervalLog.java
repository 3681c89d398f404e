package io.perfline.sims.engine;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * A case's raw material, second by second: {@code NAME.hlog}, an HdrHistogram interval log in
 * microseconds with the tags {@code response} and {@code service}, which the standard tools read,
 * and {@code NAME.seconds.csv} with the counts. A second holds what came back in it.
 */
public final class IntervalLog implements AutoCloseable {

  /** First line of the table of seconds. */
  public static final String HEADER = "second,requests,messages,bytes,errors,users";

  private static final double MICROS_PER_MILLI = 1000.0;

  private final HistogramLogWriter histograms;
  private final PrintStream histogramFile;
  private final PrintWriter seconds;
  private final int users;
  private long start;

  /** Writes {@code name.hlog} and {@code name.seconds.csv} into {@code folder}. */
  public IntervalLog(Path folder, String name, int users) throws IOException {
    Files.createDirectories(folder);
    histogramFile =
        new PrintStream(
            Files.newOutputStream(folder.resolve(name + ".hlog")), false, StandardCharsets.UTF_8);
    histograms = new HistogramLogWriter(histogramFile);
    seconds = new PrintWriter(Files.newBufferedWriter(folder.resolve(name + ".seconds.csv")));
    seconds.println(HEADER);
    this.users = users;
  }

  /** The measured stretch begins: seconds count from here. */
  void begin(Instant instant) {
    start = instant.toEpochMilli();
    histograms.outputLogFormatVersion();
    histograms.outputComment("[Values are microseconds; Interval_Max is in milliseconds.]");
    histograms.outputStartTime(start);
    histograms.setBaseTime(start);
    histograms.outputLegend();
  }

  /** Writes one second; {@code second} counts from 0, {@code millis} is its length. */
  void second(int second, long millis, Interval interval) {
    if (interval.requests() > 0) {
      write("response", interval.response(), second, millis);
      write("service", interval.service(), second, millis);
    }
    seconds.printf(
        Locale.ROOT,
        "%d,%d,%d,%d,%d,%d%n",
        second,
        interval.requests(),
        interval.messages(),
        interval.bytes(),
        interval.errorCount(),
        users);
    seconds.flush(); // it may be followed while the load runs
  }

  private void write(String tag, Histogram histogram, int second, long millis) {
    histogram.setTag(tag);
    double begin = second;
    histograms.outputIntervalHistogram(begin, begin + millis / 1e3, histogram, MICROS_PER_MILLI);
    histogram.setTag(null);
  }

  @Override
  public void close() {
    histogramFile.close();
    seconds.close();
    if (histogramFile.checkError() || seconds.checkError()) {
      throw new UncheckedIOException(
          new IOException("the interval log could not be written whole: is the disk full?"));
    }
  }
}
