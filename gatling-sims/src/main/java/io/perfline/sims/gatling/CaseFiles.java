package io.perfline.sims.gatling;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes a case's raw material second by second: {@code NAME.hlog}, an HdrHistogram interval log in
 * microseconds with the tags {@code response} and {@code service}, and {@code NAME.seconds.csv}
 * with the counts.
 */
final class CaseFiles {

  private static final String HEADER = "second,requests,messages,bytes,errors,users";
  private static final double MICROS_PER_MILLI = 1000.0;

  private final Path folder;
  private final String name;

  CaseFiles(Path folder, String name) {
    this.folder = folder;
    this.name = name;
  }

  /** Writes {@code seconds}, the first of which begins at {@code start} (epoch milliseconds). */
  void write(long start, List<Second> seconds) throws IOException {
    Files.createDirectories(folder);
    writeHistograms(start, seconds);
    writeCounts(seconds);
  }

  private void writeHistograms(long start, List<Second> seconds) throws IOException {
    Path file = folder.resolve(name + ".hlog");
    try (PrintStream out =
        new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
      HistogramLogWriter log = new HistogramLogWriter(out);
      log.outputLogFormatVersion();
      log.outputComment("[Values are microseconds; Interval_Max is in milliseconds.]");
      log.outputStartTime(start);
      log.setBaseTime(start);
      log.outputLegend();
      for (int i = 0; i < seconds.size(); i++) {
        if (seconds.get(i).requests() > 0) {
          write(log, "response", seconds.get(i).response(), i);
          write(log, "service", seconds.get(i).service(), i);
        }
      }
      checked(out.checkError(), file);
    }
  }

  private static void write(HistogramLogWriter log, String tag, Histogram times, int second) {
    times.setTag(tag);
    log.outputIntervalHistogram((double) second, second + 1.0, times, MICROS_PER_MILLI);
  }

  private void writeCounts(List<Second> seconds) throws IOException {
    Path file = folder.resolve(name + ".seconds.csv");
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
      out.println(HEADER);
      for (int i = 0; i < seconds.size(); i++) {
        Second second = seconds.get(i);
        out.printf(
            Locale.ROOT,
            "%d,%d,%d,%d,%d,%d%n",
            i,
            second.requests(),
            second.messages(),
            second.bytes(),
            second.errors(),
            second.users());
      }
      checked(out.checkError(), file);
    }
  }

  private static void checked(boolean failed, Path file) throws IOException {
    if (failed) {
      throw new IOException(file + " could not be written whole: is the disk full?");
    }
  }
}
