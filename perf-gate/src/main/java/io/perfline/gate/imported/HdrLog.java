package io.perfline.gate.imported;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Counts;
import io.perfline.core.run.RawMaterial;
import io.perfline.core.run.RawMaterialWriter;
import io.perfline.core.run.TimeCounter;
import io.perfline.core.run.TimeDistribution;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * Reads HdrHistogram's interval logs. Each tag becomes a case; intervals without a tag belong to
 * the case {@code all}. The logs contain neither failures nor the unit of their values.
 */
final class HdrLog {

  private static final Instant OLDEST = Instant.parse("1998-01-01T00:00:00Z");
  private static final String UNTAGGED = "all";

  private final ImportPlan plan;
  private final Map<String, List<Histogram>> intervals = new TreeMap<>();

  HdrLog(ImportPlan plan) {
    this.plan = plan;
  }

  /**
   * Reads the logs of one or several load generators.
   *
   * @throws io.perfline.core.command.Fault (no verdict) if a log is cut off or empty, contains two
   *     logs, or goes back in time
   */
  List<CaseResult> cases(List<Path> files) throws IOException {
    plan.requireFailed();
    Map<Path, Span> spans = new LinkedHashMap<>();
    for (Path file : files) {
      spans.put(file, read(file, lines(file)));
    }
    if (!plan.allowGap()) {
      requireOverlap(spans);
      requireOneLoad(files.get(0));
    }
    Map<String, String> names = new HashMap<>();
    List<CaseResult> cases = new ArrayList<>();
    for (var one : intervals.entrySet()) {
      String before =
          names.put(RawMaterial.fileName(plan.caseName(one.getKey()), ""), one.getKey());
      if (before != null) {
        throw plan.sameName(files.get(0).toString(), before, one.getKey());
      }
      cases.add(result(one.getKey(), one.getValue()));
    }
    return plan.withFailed(cases);
  }

  /** The time of a log, in milliseconds since the epoch. */
  private record Span(long start, long end) {}

  /** Rejects a log that begins after all others ended, because the generators of a load overlap. */
  private void requireOverlap(Map<Path, Span> spans) {
    long end = Long.MAX_VALUE;
    for (Map.Entry<Path, Span> span :
        spans.entrySet().stream()
            .sorted(Comparator.comparingLong(one -> one.getValue().start()))
            .toList()) {
      if (span.getValue().start() > end) {
        throw plan.twoResults(
            span.getKey().toString(), "it begins after the intervals of the other files ended");
      }
      end = Math.max(end == Long.MAX_VALUE ? 0 : end, span.getValue().end());
    }
  }

  private void requireOneLoad(Path file) {
    long end = Long.MAX_VALUE;
    for (Histogram interval :
        intervals.values().stream()
            .flatMap(List::stream)
            .sorted(Comparator.comparingLong(Histogram::getStartTimeStamp))
            .toList()) {
      long gap = end == Long.MAX_VALUE ? 0 : interval.getStartTimeStamp() - end;
      if (gap > ImportPlan.LONGEST_GAP.toMillis()) {
        throw plan.twoResults(
            file.toString(),
            "there is no interval in the %d s before %s"
                .formatted(gap / 1000, Instant.ofEpochMilli(interval.getStartTimeStamp())));
      }
      end = Math.max(end == Long.MAX_VALUE ? 0 : end, interval.getEndTimeStamp());
    }
  }

  /** Returns the numbers of the lines that contain an interval. */
  private static List<Long> lines(Path file) throws IOException {
    List<Long> lines = new ArrayList<>();
    try (TextLines text = new TextLines(file)) {
      long number = 0;
      boolean begun = false;
      for (String line = text.next(); line != null; line = text.next()) {
        number++;
        if (line.startsWith("#[Histogram log format version")) {
          if (begun) {
            throw text.fault("a second log begins: the file contains two results; split it");
          }
          begun = true;
        }
        if (!line.isBlank() && !line.startsWith("#") && !line.startsWith("\"")) {
          lines.add(number);
        }
      }
      if (lines.isEmpty()) {
        throw text.fault("there is no interval in it: nothing was measured");
      }
    }
    return lines;
  }

  private Span read(Path file, List<Long> lines) throws IOException {
    Map<String, Long> last = new HashMap<>();
    long start = Long.MAX_VALUE;
    long end = 0;
    try (InputStream in = ToolFile.open(file)) {
      HistogramLogReader log = new HistogramLogReader(in);
      for (long line : lines) {
        Histogram interval = next(log);
        if (interval == null) {
          throw ToolFile.fault(file, line, "not a whole interval: it is cut off");
        }
        String tag = interval.getTag() == null ? UNTAGGED : interval.getTag();
        long begun = interval.getStartTimeStamp();
        if (Instant.ofEpochMilli(begun).isBefore(OLDEST)) {
          throw ToolFile.fault(
              file, line, "there is no #[StartTime: …], so the intervals' times are unknown");
        }
        Long before = last.put(tag, begun);
        if (before != null && begun < before) {
          throw ToolFile.fault(file, line, "time goes back");
        }
        intervals.computeIfAbsent(tag, any -> new ArrayList<>()).add(interval);
        start = Math.min(start, begun);
        end = Math.max(end, interval.getEndTimeStamp());
      }
    }
    return new Span(start, end);
  }

  private static Histogram next(HistogramLogReader log) {
    try {
      EncodableHistogram interval = log.nextIntervalHistogram();
      return interval instanceof Histogram whole ? whole : null;
    } catch (RuntimeException e) { // a damaged line can make the decoder throw anything
      return null;
    }
  }

  private CaseResult result(String tag, List<Histogram> parts) throws IOException {
    long start = parts.stream().mapToLong(Histogram::getStartTimeStamp).min().orElseThrow();
    long end = parts.stream().mapToLong(Histogram::getEndTimeStamp).max().orElseThrow();
    TimeCounter sum = new TimeCounter();
    TreeMap<Integer, TimeCounter> seconds = new TreeMap<>();
    for (Histogram part : parts) {
      int second = Math.toIntExact(Math.round((part.getStartTimeStamp() - start) / 1000.0));
      TimeCounter times = seconds.computeIfAbsent(second, any -> new TimeCounter());
      for (var step : part.recordedValues()) {
        long us = Math.round(TimeCounter.exact(part, step.getValueIteratedTo()) * plan.unit());
        sum.record(us, step.getCountAtValueIteratedTo());
        times.record(us, step.getCountAtValueIteratedTo());
      }
    }
    double length = Math.max(1, end - start) / 1000.0;
    write(tag, start, length, seconds);
    Counts counts = counts(sum);
    return plan.begin(tag)
        .withPeriod(Instant.ofEpochMilli(start), Instant.ofEpochMilli(end), 0)
        .withCounts(counts)
        .withGenerator(plan.generator(counts.requests() / length, null))
        .with(plan.origin(false, Map.of()));
  }

  private void write(String tag, long start, double length, TreeMap<Integer, TimeCounter> seconds)
      throws IOException {
    String name = RawMaterial.fileName(plan.caseName(tag), ImportPlan.TARGET);
    try (RawMaterialWriter writer =
        new RawMaterialWriter(plan.run().resolve(plan.simulation()), name, List.of())) {
      writer.begin(Instant.ofEpochMilli(start));
      for (var second : seconds.entrySet()) {
        Integer next = seconds.higherKey(second.getKey());
        double lasted = (next == null ? length : next) - second.getKey();
        writer.second(
            second.getKey(), Math.max(0.001, lasted), counts(second.getValue()), 0, Map.of());
      }
    }
  }

  private Counts counts(TimeCounter counter) {
    TimeDistribution times = TimeDistribution.of(counter.histogram());
    return plan.responseTime()
        ? Counts.of(times.count(), times, null)
        : Counts.of(times.count(), null, times);
  }
}
