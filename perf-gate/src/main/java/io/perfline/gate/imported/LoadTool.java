package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The load tools that the command {@code import} knows, including those whose results it rejects.
 */
enum LoadTool {
  /** k6 exits with 99 if one of its own thresholds is exceeded. */
  K6(99) {
    @Override
    SampleReader<?> reader(Path file, ImportPlan plan) throws IOException {
      return begins(file, "{") ? new K6Results.OfJson(file) : new K6Results.OfCsv(file);
    }
  },
  JMETER(0) {
    @Override
    SampleReader<?> reader(Path file, ImportPlan plan) throws IOException {
      return begins(file, "<") ? new JmeterXml(file) : new JmeterCsv(file);
    }
  },
  /** Gatling exits with 2 if one of its own assertions failed. */
  GATLING(2) {
    @Override
    SampleReader<?> reader(Path file, ImportPlan plan) throws IOException {
      return begins(file, "RUN\t") ? new GatlingLog.Text(file) : new GatlingLog.Binary(file);
    }
  },
  /** Locust exits with 1 if a request failed. */
  LOCUST(1) {
    @Override
    SampleReader<?> reader(Path file, ImportPlan plan) throws IOException {
      return new LocustRequests(file);
    }

    @Override
    List<CaseResult> cases(List<Path> files, ImportPlan plan) throws IOException {
      Path stats = with("Request Count", files);
      Path history = with("Total Request Count", files);
      Path failures = with("Occurrences", files);
      if (stats == null && history == null) {
        return super.cases(files, plan);
      }
      if (stats == null || history == null) {
        throw Fault.configuration(
            (stats == null ? history : stats)
                + " is one half of Locust's statistics: name both files, the one that ends with"
                + " _stats.csv (totals) and the one that ends with _stats_history.csv (times of"
                + " day)");
      }
      List<Path> others = new ArrayList<>(files);
      others.removeAll(Arrays.asList(stats, history, failures, with("Traceback", files)));
      if (!others.isEmpty()) {
        throw Fault.configuration(
            others.get(0) + " contains no statistics of Locust: name only the files of one load");
      }
      if (!plan.warmUp().isZero()) {
        throw Fault.configuration(
            "--warm-up: Locust's statistics don't contain single requests; use the listener in"
                + " docs/import.md");
      }
      return new LocustStats(plan).cases(stats, history, failures);
    }

    /** Returns the file with a column; null if there is none. */
    private static Path with(String column, List<Path> files) throws IOException {
      Path found = null;
      for (Path file : files) {
        try (CsvRecords records = new CsvRecords(file)) {
          if (records.column(column) >= 0) {
            if (found != null) {
              throw Fault.configuration(
                  "%s and %s both contain '%s': the percentiles of several statistics can't be added; import each by itself, or use the listener in docs/import.md"
                      .formatted(found, file, column));
            }
            found = file;
          }
        }
      }
      return found;
    }
  },
  /** Artillery exits with 1 if one of its own conditions was not met. */
  ARTILLERY(1) {
    @Override
    List<CaseResult> cases(List<Path> files, ImportPlan plan) throws IOException {
      if (files.size() > 1) {
        throw Fault.configuration(
            "the percentiles of several Artillery reports can't be added: import each by itself");
      }
      return new ArtilleryReport(plan, files.get(0)).cases();
    }
  },
  VEGETA(0) {
    @Override
    SampleReader<?> reader(Path file, ImportPlan plan) throws IOException {
      if (!begins(file, "{")) {
        throw Fault.configuration(
            file + " is not JSON: 'vegeta encode --to json results.bin > results.json' makes it");
      }
      return new VegetaResults(file);
    }
  },
  H2LOAD(0) {
    @Override
    SampleReader<?> reader(Path file, ImportPlan plan) throws IOException {
      return new H2loadLog(file);
    }

    @Override
    List<CaseResult> cases(List<Path> files, ImportPlan plan) throws IOException {
      List<Path> logs = new ArrayList<>();
      List<H2loadSummary> summaries = new ArrayList<>();
      for (Path file : files) {
        H2loadSummary.in(file).ifPresentOrElse(summaries::add, () -> logs.add(file));
      }
      if (logs.isEmpty()) {
        throw ToolFile.fault(files.get(0), 1, "name the file of h2load --log-file as well");
      }
      long lost = H2loadSummary.lost(summaries, logs);
      return super.cases(logs, plan).stream().map(one -> H2loadSummary.with(lost, one)).toList();
    }

    @Override
    List<Path> files(Path results, Path printed) {
      return List.of(results, printed);
    }
  },
  HEY(
      "its CSV leaves out every request that got no answer, and its summary doesn't show when it"
          + " was measured"),
  OHA(
      "its JSON doesn't show when it was measured, and its other formats leave out failed requests"
          + " or contain no percentiles"),
  WRK2(
      "it prints a table of percentiles that include failed requests, and not when it was"
          + " measured"),
  HDR(0) {
    @Override
    List<CaseResult> cases(List<Path> files, ImportPlan plan) throws IOException {
      if (plan.unit() == null) {
        throw Fault.configuration(
            "an interval log doesn't contain the unit of its values: give --unit ns, us, ms or s");
      }
      return new HdrLog(plan).cases(files);
    }
  },
  JMH(0) {
    @Override
    List<CaseResult> cases(List<Path> files, ImportPlan plan) throws IOException {
      return new JmhResults(plan).cases(files);
    }
  },
  CSV(0) {
    @Override
    SampleReader<?> reader(Path file, ImportPlan plan) throws IOException {
      if (plan.columns() == null) {
        throw Fault.configuration(
            "name the columns, as in --columns name=label,end=ts,service_time=elapsed:ms");
      }
      return new NamedCsv(file, plan.columns());
    }

    @Override
    List<CaseResult> cases(List<Path> files, ImportPlan plan) throws IOException {
      if (plan.columns() == null || NamedCsv.showsFailures(plan.columns())) {
        if (plan.failed() != null) {
          throw Fault.configuration("--failed: the columns already show which requests failed");
        }
        return super.cases(files, plan);
      }
      plan.requireFailed();
      return plan.withFailed(super.cases(files, plan));
    }
  };

  private final int notContent;
  private final String refusal;

  /** The words of the tools whose results are read, for the help. */
  static final class Words implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(values())
          .filter(tool -> tool.refusal == null)
          .map(LoadTool::id)
          .iterator();
    }
  }

  /**
   * Creates a tool whose results are rejected.
   *
   * @param refusal the reason why no verdict can follow from the results of this tool
   */
  LoadTool(String refusal) {
    this.notContent = 0;
    this.refusal = refusal;
  }

  /**
   * Creates a tool whose results are read.
   *
   * @param notContent the tool's exit code if it has measured but its own limits are exceeded; 0 if
   *     it has no such exit code
   */
  LoadTool(int notContent) {
    this.notContent = notContent;
    this.refusal = null;
  }

  /** Returns whether the tool's results contain single requests. */
  boolean hasRequests() {
    return !Set.of(HDR, JMH, ARTILLERY).contains(this);
  }

  /** Returns true if the tool has measured when it exits with {@code code}. */
  boolean measured(int code) {
    return code == 0 || code == notContent;
  }

  /**
   * Returns the files to read if perfline itself ran the tool.
   *
   * @param results the file that the tool wrote
   * @param printed the file with what the tool printed
   */
  List<Path> files(Path results, Path printed) {
    return List.of(results);
  }

  /** Returns the name of the tool on the command line. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return id();
  }

  /**
   * Checks that a verdict can follow from the results of this tool.
   *
   * @throws Fault (configuration) with the reason if none can
   */
  void check() {
    if (refusal != null) {
      throw Fault.configuration(
          "the results of %s don't contain what a verdict needs: %s. Import the results of one of the other tools in docs/import.md instead"
              .formatted(id(), refusal));
    }
  }

  /**
   * Returns the cases in the tool's files.
   *
   * @throws Fault (no verdict) with file and line, if a file is not complete
   */
  List<CaseResult> cases(List<Path> files, ImportPlan plan) throws IOException {
    return new SampleImport(plan).cases(files, file -> reader(file, plan));
  }

  SampleReader<?> reader(Path file, ImportPlan plan) throws IOException {
    throw new IllegalStateException(id() + " doesn't contain single requests");
  }

  private static boolean begins(Path file, String text) throws IOException {
    try (InputStream in = ToolFile.open(file)) {
      byte[] begin = in.readNBytes(2 * text.length() + 2);
      if (begin.length == 0) {
        throw ToolFile.fault(file, 1, "the file is empty: nothing was measured");
      }
      return new String(begin, StandardCharsets.ISO_8859_1)
          .replaceAll("\0|^(\u00fe\u00ff|\u00ff\u00fe)", "") // UTF-16
          .startsWith(text);
    }
  }
}
