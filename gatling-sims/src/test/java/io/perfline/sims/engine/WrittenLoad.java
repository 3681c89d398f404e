package io.perfline.sims.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** The raw material of a load in a folder, added up. */
record WrittenLoad(Path folder) {

  static final String CASE = "case";

  /** Returns the sum of a column of the seconds; the first column is 0. */
  long column(int index) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve(CASE + ".seconds.csv"));
    return lines.stream().skip(1).mapToLong(line -> Long.parseLong(line.split(",")[index])).sum();
  }

  /** Returns the number of values in the histograms of a tag. */
  long logged(String tag) throws IOException {
    HistogramLogReader reader = new HistogramLogReader(folder.resolve(CASE + ".hlog").toFile());
    long count = 0;
    while (reader.hasNext()) {
      Histogram interval = (Histogram) reader.nextIntervalHistogram();
      count += tag.equals(interval.getTag()) ? interval.getTotalCount() : 0;
    }
    return count;
  }
}
