package io.perfline.gate.verdict;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.perfline.core.run.LoadUnit;
import io.perfline.gate.metric.Unit;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line in {@code verdict.json}, whose components are its keys. The file is older than typed
 * lines: this class writes its phrases, and is the only one that reads them.
 */
record StoredLine(
    String threshold,
    @JsonProperty("case") String caseName,
    String target,
    String metric,
    String limit,
    String warn,
    Double value,
    String unit,
    ConfidenceInterval interval,
    long samples,
    StoredBaseline baseline,
    Outcome outcome,
    Finding finding,
    String reason,
    String cause,
    Double detectable) {

  private static final Pattern BUSY = Pattern.compile("^other processes used ([0-9.,]+) %");

  /** The beginnings of the sentences on slower methods, which follow the reason. */
  private static final Pattern METHODS =
      Pattern.compile(
          "; (?=slower: |no method is confirmed to be slower|the slower methods are not known: )");

  StoredLine {
    Objects.requireNonNull(threshold, "threshold");
    Objects.requireNonNull(caseName, "case");
    Objects.requireNonNull(metric, "metric");
    Objects.requireNonNull(limit, "limit");
    Objects.requireNonNull(reason, "reason");
    if (outcome != finding.outcome()) {
      throw new IllegalArgumentException(
          "%s on %s: the finding %s is %s, not %s"
              .formatted(threshold, caseName, finding.id(), finding.outcome(), outcome));
    }
  }

  static StoredLine of(Line line) {
    return new StoredLine(
        line.threshold(),
        line.caseName(),
        line.target(),
        line.metric(),
        line.limit(),
        line.warn(),
        line.value(),
        line.unit(),
        line.interval(),
        line.samples(),
        line.baseline() == null ? null : StoredBaseline.of(line.baseline()),
        line.outcome(),
        line.finding(),
        line.reasonWithMethods(),
        line.cause(),
        line.detectable());
  }

  Line line() {
    Matcher slower = METHODS.matcher(reason);
    boolean methods = outcome == Outcome.FAIL && baseline != null && slower.find();
    Matcher busy = BUSY.matcher(reason);
    return new Line(
        threshold,
        caseName,
        target,
        Limit.parse(metric, limit, warn),
        new Measured(value, Unit.of(unit).orElse(null), interval, samples, detectable),
        baseline == null ? null : baseline.read(),
        finding,
        methods ? reason.substring(0, slower.start()) : reason,
        methods ? reason.substring(slower.end()) : null,
        cause,
        finding == Finding.NOT_MEASURED && busy.find()
            ? (Double) Double.parseDouble(busy.group(1).replace(",", ""))
            : null);
  }

  /** The baseline of a line. */
  record StoredBaseline(
      String name,
      String kind,
      List<String> runs,
      Double value,
      Double now,
      String unit,
      LoadUnit per,
      String origin) {

    private static final String PAIRED = "paired";
    private static final String TOGETHER = ", measured together with it";
    private static final Pattern COMMIT = Pattern.compile("(.*) \\(([0-9a-f]{7,40})\\)");

    static StoredBaseline of(BaselineOrigin baseline) {
      return new StoredBaseline(
          baseline.name(),
          baseline.paired() ? PAIRED : "history",
          baseline.runs(),
          baseline.value(),
          baseline.now(),
          baseline.unit(),
          baseline.per(),
          text(baseline.origin()));
    }

    private static String text(BaselineContent origin) {
      if (origin instanceof BaselineContent.Build build) {
        return build.text() + TOGETHER;
      }
      if (origin instanceof BaselineContent.Described described) {
        return described.text();
      }
      throw new IllegalStateException("not in words yet: " + origin);
    }

    BaselineOrigin read() {
      return new BaselineOrigin(
          name,
          runs,
          value,
          now,
          unit,
          per,
          kind.equals(PAIRED) ? build() : new BaselineContent.Described(origin));
    }

    private BaselineContent.Build build() {
      String named = origin.replace(TOGETHER, "");
      if (named.matches("[0-9a-f]{7,40}")) {
        return new BaselineContent.Build(named, named);
      }
      Matcher commit = COMMIT.matcher(named);
      return commit.matches()
          ? new BaselineContent.Build(commit.group(1), commit.group(2))
          : new BaselineContent.Build(named, null);
    }
  }
}
