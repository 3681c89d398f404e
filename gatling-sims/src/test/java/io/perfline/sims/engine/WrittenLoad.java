package io.perfline.sims.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** The raw material that a load left in a folder, added up. */
record WrittenLoad(Path folder) {

  static final String CASE = "case";

  /** The sum of a column of the seconds, from 0. */
  long column(int index) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve(CASE + ".seconds.csv"));
    return lines.stream().skip(1).mapToLong(line -> Long.parseLong(line.split(",")[index])).sum();
  }

  /** How many values the histograms of a tag hold. */
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
