package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.TimeCounter;
import io.perfline.core.run.TimeDistribution;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What Locust's {@code --csv PREFIX} leaves: totals and percentiles by name in {@code
 * PREFIX_stats.csv}, the period in {@code PREFIX_stats_history.csv}, and, where given, the kinds of
 * failure in {@code PREFIX_failures.csv}. No request by itself, so the times are remade from the
 * percentiles: exact at those, and marked as no more.
 */
final class LocustStats {

  private static final String TOTAL = "Aggregated";
  private static final double MICROS_PER_MILLI = 1000;

  private final ImportPlan plan;
  private final Map<String, Map<String, Long>> kinds = new HashMap<>();
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, Set<String>> methods = new HashMap<>();
  private final List<CaseResult> cases = new ArrayList<>();
  private Instant start;
  private Instant end;
  private long mostUsers;
  private long requests;
  private long failures;

  LocustStats(ImportPlan plan) {
    this.plan = plan;
  }

  /**
   * @param failures null when it wasn't given
   * @throws Fault (no verdict) when one is cut off or they don't fit each other
   */
  List<CaseResult> cases(Path stats, Path history, Path failures) throws IOException {
    period(history);
    if (failures != null) {
      kinds(failures);
    }
    try (CsvRecords records = new CsvRecords(stats)) {
      while (records.next()) {
        methods
            .computeIfAbsent(records.text(records.required("Name")), any -> new HashSet<>())
            .add(records.text(records.required("Type")));
      }
    }
    try (CsvRecords records = new CsvRecords(stats)) {
      boolean whole = false;
      while (records.next()) {
        if (whole) {
          throw records.fault("a line behind that of all requests: these are two files in one");
        }
        whole = records.is(records.required("Name"), TOTAL);
        if (whole) {
          total(records);
        } else {
          cases.add(one(records));
        }
      }
      if (!whole) {
        throw records.fault("there is no line '" + TOTAL + "' behind this one: it is cut off");
      }
      if (requests == 0) {
        throw records.fault("there is no request in it: nothing was measured");
      }
    }
    return cases;
  }

  private void period(Path history) throws IOException {
    try (CsvRecords records = new CsvRecords(history)) {
      int time = records.required("Timestamp");
      int users = records.required("User Count");
      while (records.next()) {
        Instant now = Instant.ofEpochSecond(records.whole(time));
        if (end != null && now.isBefore(end)) {
          throw records.fault("time goes back from " + end + " to " + now);
        }
        start = start == null ? now : start;
        end = now;
        mostUsers = Math.max(mostUsers, records.whole(users));
      }
      if (start == null || !start.isBefore(end)) {
        throw records.fault("it doesn't say how long the load took: nothing was measured");
      }
    }
  }

  private void kinds(Path failures) throws IOException {
    ImportedErrors words = new ImportedErrors();
    try (CsvRecords records = new CsvRecords(failures)) {
      while (records.next()) {
        kinds
            .computeIfAbsent(
                records.text(records.required("Method"))
                    + " "
                    + records.text(records.required("Name")),
                any -> new HashMap<>())
            .merge(
                words.of(records.text(records.required("Error"))),
                records.whole(records.required("Occurrences")),
                Long::sum);
      }
    }
  }

  private CaseResult one(CsvRecords records) {
    String plainName = records.text(records.required("Name"));
    String method = records.text(records.required("Type"));
    boolean several = methods.get(plainName).size() > 1;
    String name = several && !method.isEmpty() ? method + " " + plainName : plainName;
    String before = names.put(plan.caseName(name), plainName);
    if (before != null) {
      throw records.fault(
          "the names '%s' and '%s' can't be told apart in a run: give one of them another name in"
                  .formatted(before, plainName)
              + " the load's script");
    }
    long all = records.whole(records.required("Request Count"));
    long failed = records.whole(records.required("Failure Count"));
    requests += all;
    failures += failed;
    if (failed > all) {
      throw records.fault("%d of %d requests failed".formatted(failed, all));
    }
    Map<String, Long> errors = kinds.getOrDefault(method + " " + plainName, Map.of());
    if (errors.values().stream().mapToLong(Long::longValue).sum() != failed) {
      errors = failed == 0 ? Map.of() : Map.of("failed", failed);
    }
    double seconds = end.getEpochSecond() - start.getEpochSecond();
    return plan.begin(name)
        .withParameters(method.isEmpty() ? Map.of() : Map.of("method", method))
        .withPeriod(start, end, 0)
        .withCounts(all - failed, all - failed, 0)
        .withErrors(errors)
        .withTimes(null, times(records, all - failed))
        .withGenerator(plan.generator(all / seconds, null))
        .with(plan.origin(true, Map.of("most users", Long.toString(mostUsers))));
  }

  /** {@code count} values that have the percentiles of the line, which hold failures too. */
  private static TimeDistribution times(CsvRecords records, long count) {
    TimeCounter times = new TimeCounter();
    long before = 0;
    for (String column : records.header()) {
      if (column.matches("[0-9.]+%")) {
        double rank = Double.parseDouble(column.substring(0, column.length() - 1));
        long upTo = (long) Math.ceil(count * rank / 100);
        if (upTo > before) {
          double ms = records.number(records.required(column));
          times.record(Math.round(ms * MICROS_PER_MILLI), upTo - before);
          before = upTo;
        }
      }
    }
    if (before != count) {
      throw records.fault("there is no column '100%' of percentiles");
    }
    return TimeDistribution.of(times.histogram());
  }

  private void total(CsvRecords records) {
    long all = records.whole(records.required("Request Count"));
    long failed = records.whole(records.required("Failure Count"));
    if (all != requests || failed != failures) {
      throw records.fault(
          "%d requests of which %d failed, but the lines above have %d and %d"
              .formatted(all, failed, requests, failures));
    }
  }
}
