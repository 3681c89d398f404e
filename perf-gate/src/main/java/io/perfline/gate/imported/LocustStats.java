package io.perfline.gate.imported;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Counts;
import io.perfline.core.run.TimeDistribution;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads the files of Locust's option {@code --csv PREFIX}: totals and percentiles by name from
 * {@code PREFIX_stats.csv}, the period from {@code PREFIX_stats_history.csv}, and the kinds of
 * failure from {@code PREFIX_failures.csv}, if given.
 */
final class LocustStats {

  private static final String TOTAL = "Aggregated";

  private final ImportPlan plan;
  private final Map<String, Map<String, Long>> kinds = new HashMap<>();
  private final Map<String, String> names = new HashMap<>();
  private final List<CaseResult> cases = new ArrayList<>();
  private Instant start;
  private Instant end;
  private long maxUsers;
  private long requestsAtTime;
  private long failuresAtTime;
  private long requests;
  private long failures;

  LocustStats(ImportPlan plan) {
    this.plan = plan;
  }

  /**
   * Returns a case for each name.
   *
   * @param failures the file with the kinds of failure; null if it was not given
   * @throws io.perfline.core.command.Fault (no verdict) if a file is cut off or the files don't
   *     belong together
   */
  List<CaseResult> cases(Path stats, Path history, Path failures) throws IOException {
    readPeriod(history);
    if (failures != null) {
      readKinds(failures);
    }
    try (CsvRecords records = new CsvRecords(stats)) {
      boolean whole = false;
      while (records.next()) {
        if (whole) {
          throw records.fault(
              "a line after the one of all requests: the file contains two results; split it");
        }
        whole = records.is(records.required("Name"), TOTAL);
        if (whole) {
          checkTotal(records);
        } else {
          cases.add(result(records));
        }
      }
      if (!whole) {
        throw records.fault("there is no line '" + TOTAL + "' after this one: it is cut off");
      }
      if (requests == 0) {
        throw records.fault("there is no request in it: nothing was measured");
      }
    }
    return cases;
  }

  private void readPeriod(Path history) throws IOException {
    try (CsvRecords records = new CsvRecords(history)) {
      int time = records.required("Timestamp");
      int users = records.required("User Count");
      int all = records.column("Total Request Count");
      int failed = records.column("Total Failure Count");
      while (records.next()) {
        Instant now = Instant.ofEpochSecond(records.whole(time));
        if (end != null && now.isBefore(end)) {
          throw records.fault("time goes back from " + end + " to " + now);
        }
        start = start == null ? now : start;
        end = now;
        maxUsers = Math.max(maxUsers, records.whole(users));
        requestsAtTime = Math.max(requestsAtTime, all < 0 ? 0 : records.whole(all));
        failuresAtTime = Math.max(failuresAtTime, failed < 0 ? 0 : records.whole(failed));
      }
      if (start == null || !start.isBefore(end)) {
        throw records.fault("it doesn't contain how long the load took: nothing was measured");
      }
    }
  }

  private void readKinds(Path file) throws IOException {
    ImportedErrors errors = new ImportedErrors();
    try (CsvRecords records = new CsvRecords(file)) {
      while (records.next()) {
        kinds
            .computeIfAbsent(name(records, "Method"), any -> new HashMap<>())
            .merge(
                errors.of(records.text(records.required("Error"))),
                records.whole(records.required("Occurrences")),
                Long::sum);
      }
    }
  }

  private static String name(CsvRecords records, String method) {
    return ImportedSample.name(
        records.text(records.required(method)), records.text(records.required("Name")));
  }

  private CaseResult result(CsvRecords records) {
    String name = name(records, "Type");
    String before = names.put(plan.caseName(name), name);
    if (before != null) {
      throw plan.sameName(records.position(), before, name);
    }
    long all = records.whole(records.required("Request Count"));
    long failed = records.whole(records.required("Failure Count"));
    requests += all;
    failures += failed;
    if (failed > all) {
      throw records.fault("%d of %d requests failed".formatted(failed, all));
    }
    Map<String, Long> errors = kinds.getOrDefault(name, Map.of());
    if (errors.values().stream().mapToLong(Long::longValue).sum() != failed) {
      errors = failed == 0 ? Map.of() : Map.of("failed", failed);
    }
    double seconds = end.getEpochSecond() - start.getEpochSecond();
    String method = records.text(records.required("Type"));
    return plan.begin(name)
        .withParameters(method.isEmpty() ? Map.of() : Map.of("method", method))
        .withPeriod(start, end, 0)
        .withCounts(Counts.of(all - failed, null, times(records, all - failed)).withErrors(errors))
        .withGenerator(plan.generator(all / seconds, null))
        .with(plan.origin(true, Map.of("most users", Long.toString(maxUsers))));
  }

  /** Returns the percentiles of the line, which include failed requests. */
  private static TimeDistribution times(CsvRecords records, long count) {
    SortedMap<Double, Double> percentiles = new TreeMap<>();
    for (String column : records.header()) {
      if (column.matches("[0-9.]+%") && count > 0) {
        percentiles.put(
            Double.valueOf(column.substring(0, column.length() - 1)),
            records.number(records.required(column)));
      }
    }
    if (count > 0 && !percentiles.containsKey(100.0)) {
      throw records.fault("there is no column '100%' of percentiles");
    }
    return PercentileTimes.of(percentiles, count);
  }

  private void checkTotal(CsvRecords records) {
    long all = records.whole(records.required("Request Count"));
    long failed = records.whole(records.required("Failure Count"));
    if (all != requests || failed != failures) {
      throw records.fault(
          "%d requests of which %d failed, but the lines above have %d and %d"
              .formatted(all, failed, requests, failures));
    }
    if (all < requestsAtTime || failed < failuresAtTime) {
      throw records.fault(
          "%d requests of which %d failed, but the history has already %d and %d: the two files are not of one load, or this one is older"
              .formatted(all, failed, requestsAtTime, failuresAtTime));
    }
  }
}
