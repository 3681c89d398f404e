package io.perfline.core.run;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** The times in an interval log that have one tag, by second of the case. */
final class IntervalTimes {

  private static final TimeDistribution NONE = TimeDistribution.of(new Histogram(3));

  private final Map<Integer, Histogram> times = new HashMap<>();

  private IntervalTimes() {}

  /**
   * @param start the start of the case, which is that of second 0, in milliseconds since the epoch
   * @param tag {@code response} or {@code service}
   */
  static IntervalTimes read(Path file, long start, String tag) throws IOException {
    if (!Files.exists(file)) {
      return new IntervalTimes();
    }
    IntervalTimes times = new IntervalTimes();
    try (InputStream in = Files.newInputStream(file)) {
      HistogramLogReader log = new HistogramLogReader(in);
      while (log.hasNext()) {
        EncodableHistogram interval = log.nextIntervalHistogram();
        if (interval instanceof Histogram whole && tag.equals(whole.getTag())) {
          int second = Math.toIntExact(Math.round((whole.getStartTimeStamp() - start) / 1000.0));
          times.times.put(second, whole);
        }
      }
    } catch (RuntimeException e) {
      throw Fault.noVerdict(file + " contains no complete interval log: " + e, e);
    }
    return times;
  }

  TimeDistribution at(int second) {
    Histogram found = times.get(second);
    return found == null ? NONE : TimeDistribution.of(found);
  }

  /**
   * Returns the length of a second in seconds, at least a millisecond; 1 if the log doesn't contain
   * it.
   */
  double seconds(int second) {
    Histogram found = times.get(second);
    return found == null
        ? 1
        : Math.max(1, found.getEndTimeStamp() - found.getStartTimeStamp()) / 1000.0;
  }

  /** Returns the times of all seconds that have any. */
  Map<Integer, TimeDistribution> all() {
    return times.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, one -> TimeDistribution.of(one.getValue())));
  }
}
