package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The tools whose results become runs. */
enum LoadTool {
  /** With 99 k6 says that one of its own thresholds is broken. */
  K6(99) {
    @Override
    SampleReader reader(Path file, ImportPlan plan) throws IOException {
      return begins(file, "{") ? new K6Json(file) : new K6Csv(file);
    }
  },
  JMETER(0) {
    @Override
    SampleReader reader(Path file, ImportPlan plan) throws IOException {
      return begins(file, "<") ? new JmeterXml(file) : new JmeterCsv(file);
    }
  },
  /** With 2 Gatling says that one of its own assertions is broken. */
  GATLING(2) {
    @Override
    SampleReader reader(Path file, ImportPlan plan) throws IOException {
      return begins(file, "RUN\t") ? new GatlingText(file) : new GatlingLog(file);
    }
  },
  /** With 1 Locust says that a request failed. */
  LOCUST(1) {
    @Override
    SampleReader reader(Path file, ImportPlan plan) throws IOException {
      return new NamedCsv(file, NamedCsv.LOCUST);
    }

    @Override
    List<CaseResult> cases(List<Path> files, ImportPlan plan) throws IOException {
      Path stats = with("Request Count", files);
      if (stats == null) {
        if (with("Total Request Count", files) != null) {
          throw Fault.configuration(
              "the history of Locust's statistics is of windows of time, which don't add up: give"
                  + " the file that ends with _stats.csv too");
        }
        return super.cases(files, plan);
      }
      Path history = with("Total Request Count", files);
      if (history == null) {
        throw Fault.configuration(
            "%s doesn't say when it was measured: give the file that ends with _stats_history.csv too"
                .formatted(stats));
      }
      return new LocustStats(plan).cases(stats, history, with("Occurrences", files));
    }

    private static Path with(String column, List<Path> files) throws IOException {
      for (Path file : files) {
        try (CsvRecords records = new CsvRecords(file)) {
          if (records.column(column) >= 0) {
            return file;
          }
        }
      }
      return null;
    }
  },
  HDR(0) {
    @Override
    List<CaseResult> cases(List<Path> files, ImportPlan plan) throws IOException {
      if (plan.unit() == null) {
        throw Fault.configuration(
            "an interval log doesn't say what unit its values have: give --unit ns, us, ms or s");
      }
      return new HdrLog(plan).cases(files);
    }
  },
  JMH(0) {
    @Override
    List<CaseResult> cases(List<Path> files, ImportPlan plan) throws IOException {
      JmhResults results = new JmhResults(plan);
      List<CaseResult> cases = new ArrayList<>();
      for (Path file : files) {
        cases.addAll(results.cases(file));
      }
      return cases;
    }
  },
  CSV(0) {
    @Override
    SampleReader reader(Path file, ImportPlan plan) throws IOException {
      if (plan.columns() == null) {
        throw Fault.configuration(
            "say which column holds what: --columns name=label,end=ts,service_time=elapsed:ms");
      }
      return new NamedCsv(file, plan.columns());
    }
  };

  private final int red;

  /**
   * @param red what it ends with when it has measured and isn't content; 0 when with nothing else
   */
  LoadTool(int red) {
    this.red = red;
  }

  /** Whether the tool ends with {@code code} when it has measured. */
  boolean measured(int code) {
    return code == 0 || code == red;
  }

  /** As it is written. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws Fault (no verdict) naming file and line, when one isn't whole
   */
  List<CaseResult> cases(List<Path> files, ImportPlan plan) throws IOException {
    List<SampleReader> readers = new ArrayList<>();
    for (Path file : files) {
      readers.add(reader(file, plan));
    }
    return new SampleImport(plan, readers).cases();
  }

  SampleReader reader(Path file, ImportPlan plan) throws IOException {
    throw new IllegalStateException(word() + " has no requests by themselves");
  }

  private static boolean begins(Path file, String text) throws IOException {
    byte[] begin = ToolFile.begin(file, text.length());
    return text.equals(new String(begin, StandardCharsets.ISO_8859_1));
  }
}
