package io.perfline.gate.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** The response times of an interval log, by second of the case. */
final class IntervalTimes {

  private static final TimeDistribution NONE = TimeDistribution.of(new Histogram(3));

  private final Map<Integer, Histogram> response = new HashMap<>();

  private IntervalTimes() {}

  /**
   * @param start the case's start, epoch milliseconds: second 0
   */
  static IntervalTimes read(Path file, long start) throws IOException {
    IntervalTimes times = new IntervalTimes();
    if (!Files.exists(file)) {
      return times;
    }
    try (InputStream in = Files.newInputStream(file)) {
      HistogramLogReader log = new HistogramLogReader(in);
      while (log.hasNext()) {
        EncodableHistogram interval = log.nextIntervalHistogram();
        if (interval instanceof Histogram whole && "response".equals(whole.getTag())) {
          int second = Math.toIntExact(Math.round((whole.getStartTimeStamp() - start) / 1000.0));
          times.response.put(second, whole);
        }
      }
    } catch (RuntimeException e) {
      throw new UnreadableRun(file + " holds no whole interval log: " + e, e);
    }
    return times;
  }

  TimeDistribution response(int second) {
    Histogram times = response.get(second);
    return times == null ? NONE : TimeDistribution.of(times);
  }

  /** One second where the log doesn't say otherwise. */
  double seconds(int second) {
    Histogram times = response.get(second);
    long length = times == null ? 0 : times.getEndTimeStamp() - times.getStartTimeStamp();
    return length > 0 ? length / 1000.0 : 1;
  }
}
