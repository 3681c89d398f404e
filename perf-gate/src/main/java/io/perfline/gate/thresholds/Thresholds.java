package io.perfline.gate.thresholds;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordCopy;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.SourcePosition;
import io.perfline.core.yaml.UnreadValue;
import io.perfline.gate.metric.Condition;
import io.perfline.gate.metric.Dimension;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.MetricSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The content of {@code thresholds.yml}.
 *
 * @param file the name of the file as the user gave it
 * @param waivers the problems that are permitted for a limited time
 * @param acceptedChanges a section of earlier versions that is ignored; null if the file has none
 */
@Key.Noun("thresholds.yml")
public record Thresholds(
    String file,
    @Key(
            value = "The version of the file's format is 1.",
            required = true,
            what = "the version",
            min = 1,
            max = 1)
        int version,
    @Key("Sets defaults for all thresholds.") Defaults defaults,
    @Key("Sets the conditions that a run must meet; otherwise there is no verdict.")
        ValidRun validRun,
    @Key("Lists limits on the metrics of cases.") List<Threshold> thresholds,
    @Key("Defines the baselines of relative thresholds, by name.")
        @Key.Names(value = "baseline", inFile = true)
        Map<String, Baseline> baselines,
    @Key("Lists limits on the number of users that the service can serve.") List<Capacity> capacity,
    @Key("Lists known problems that are accepted for a limited time.") List<Waiver> waivers,
    @Key(value = "Has no effect any more; the next version refuses it.", kind = "without effect")
        UnreadValue acceptedChanges)
    implements RecordSchema.Checked {

  /** The section {@code defaults}. */
  @Key.Noun("the defaults")
  public record Defaults(
      @Key(
              value =
                  "Sets the minimum number of requests of a case; with fewer, there is no verdict.",
              what = "a number of requests",
              min = 1,
              max = 100_000_000,
              defaultValue = "300")
          int minSamples) {}

  public Thresholds {
    int samples = defaults == null ? 300 : defaults.minSamples;
    validRun = validRun == null ? ValidRun.DEFAULT : validRun;
    thresholds = thresholds.stream().map(one -> one.atLeast(samples)).toList();
  }

  /** Creates the same content with other limits on metrics. */
  public Thresholds with(List<Threshold> others) {
    return RecordCopy.of(this, "thresholds", others);
  }

  /**
   * Returns the limits that judge a run: only those that compare with the last release if the run
   * was compared with it, and all others if it was not.
   */
  public Thresholds judging(boolean sinceRelease) {
    return RecordCopy.of(
        this,
        "thresholds",
        thresholds.stream().filter(one -> isSinceRelease(one) == sinceRelease).toList(),
        "capacity",
        sinceRelease ? List.of() : capacity);
  }

  /** Returns true if any limit compares with the last release. */
  public boolean compareSinceRelease() {
    return thresholds.stream().anyMatch(this::isSinceRelease);
  }

  /** Returns whether there is no verdict while a comparing limit is undecided. */
  public boolean mustBeDecided(Threshold threshold) {
    return threshold.undecided() == null
        ? isSinceRelease(threshold)
        : threshold.undecided() == Threshold.WhenUndecided.INVALID;
  }

  private boolean isSinceRelease(Threshold threshold) {
    return threshold.relative()
        && baselines.get(threshold.baseline()) instanceof Baseline.Paired paired
        && paired.sinceRelease();
  }

  /**
   * Returns the WAR that a run must be compared with, as the file names it; empty if there is none.
   */
  public Optional<String> release() {
    return thresholds.stream()
        .filter(Threshold::relative)
        .map(threshold -> baselines.get(threshold.baseline()))
        .filter(Baseline.Paired.class::isInstance)
        .map(baseline -> ((Baseline.Paired) baseline).war())
        .filter(Objects::nonNull)
        .findFirst();
  }

  /** Returns true if the threshold compares with a build that is measured in the same run. */
  public boolean inPairs(Threshold threshold) {
    return threshold.relative() && baselines.get(threshold.baseline()) instanceof Baseline.Paired;
  }

  /** Returns true if any threshold compares with a build that is measured in the same run. */
  public boolean comparesInPairs() {
    return thresholds.stream().anyMatch(this::inPairs);
  }

  /** Returns what is wrong with the file without making it invalid. */
  public List<String> warnings() {
    return acceptedChanges == null
        ? List.of()
        : List.of(
            file
                + ": accepted_changes has no effect any more, because a looser limit, a lost case"
                + " or another load warns once; remove the section, which the next version"
                + " refuses");
  }

  /** Returns the ids of all limits, in the order of the file. */
  public List<String> ids() {
    return Stream.concat(
            thresholds.stream().map(Threshold::id), capacity.stream().map(Capacity::id))
        .toList();
  }

  @Override
  public void check(ParsedObject parsed) {
    ParseContext context = parsed.context();
    if (context.failed()) {
      return;
    }
    if (thresholds.isEmpty() && capacity.isEmpty()) {
      context.fault(
          new SourcePosition(file, 1, 1),
          "nothing is limited: it needs 'thresholds' or 'capacity'");
    }
    new CrossCheck(this, context).run();
  }

  /** Checks the entries of the file against each other. */
  private static final class CrossCheck {

    private record Limited(Condition pass, Condition warn, Dimension dimension) {}

    private final Thresholds thresholds;
    private final ParseContext context;
    private final Map<String, Limited> limits = new LinkedHashMap<>();

    CrossCheck(Thresholds thresholds, ParseContext context) {
      this.thresholds = thresholds;
      this.context = context;
    }

    void run() {
      for (Threshold threshold : thresholds.thresholds()) {
        limits.put(
            threshold.id(),
            new Limited(threshold.pass(), threshold.warn(), threshold.metric().dimension()));
      }
      for (Capacity capacity : thresholds.capacity()) {
        limits.put(capacity.id(), new Limited(capacity.pass(), capacity.warn(), Dimension.USERS));
      }
      thresholds.thresholds().stream().filter(Threshold::relative).forEach(this::oneRelease);
      thresholds.thresholds().forEach(this::hasMetric);
      for (Waiver waiver : thresholds.waivers()) {
        if (waiver instanceof Waiver.OfThreshold ofThreshold) {
          ceiling(ofThreshold);
        }
      }
    }

    /**
     * Requires that all thresholds name the same release, because a run is compared with only one.
     */
    private void oneRelease(Threshold threshold) {
      if (thresholds.baselines().get(threshold.baseline()) instanceof Baseline.Paired paired
          && paired.war() != null) {
        String first = thresholds.release().orElse(paired.war());
        if (!first.equals(paired.war())) {
          context.fault(
              paired.position(),
              "one limit names the release %s, another %s: a run is compared with only one release"
                  .formatted(paired.war(), first));
        }
      }
    }

    /**
     * Requires that the metric has what the threshold judges: a value, an earlier one, or pairs.
     */
    private void hasMetric(Threshold threshold) {
      Metric metric = threshold.metric();
      boolean inHistory = metric.comparesWithHistory() && !metric.difference();
      String only =
          metric.comparesInPairs()
              ? " can be compared only in pairs: use a baseline with '{paired: true}'"
              : " is compared with no baseline; give it an absolute limit";
      String fault =
          !threshold.relative()
              ? metric.hasValue() ? "" : only
              : !thresholds.inPairs(threshold)
                  ? inHistory ? "" : only
                  : metric.comparesInPairs()
                      ? ""
                      : inHistory
                          ? " is not measured in pairs; compare it with a branch"
                              + otherInPairs(metric)
                          : only;
      if (!fault.isEmpty()) {
        context.fault(threshold.position(), metric.id() + fault);
      } else if (threshold.need() != null
          && threshold.relative()
          && !thresholds.inPairs(threshold)) {
        context.fault(
            threshold.position(),
            "the history has only the %s of all needs together: omit 'need', or use a baseline with"
                    .formatted(metric.id())
                + " '{paired: true}'");
      }
    }

    private static String otherInPairs(Metric metric) {
      return metric.isFrom(MetricSource.BENCHMARK)
          ? ", or compare 'throughput' in pairs, which is operations per second in each of JMH's"
              + " modes"
          : "";
    }

    private void ceiling(Waiver.OfThreshold waiver) {
      Limited limited = limits.get(waiver.threshold());
      if (limited == null) {
        return; // the key's own check reports an unknown id
      }
      Condition ceiling = waiver.ceiling(limited.pass());
      boolean sameKind =
          limited.pass().limit().signed()
              ? ceiling.limit().signed()
                  && ceiling.limit().unit().dimension() == limited.pass().limit().unit().dimension()
              : Limits.checkAmount(ceiling, limited.dimension(), "").isEmpty();
      if (!sameKind) {
        context.fault(
            waiver.position(),
            "the ceiling %s is of another kind than the limit '%s'"
                .formatted(waiver.ceiling().text(), limited.pass().text()));
        return;
      }
      Condition limit = limited.warn() == null ? limited.pass() : limited.warn();
      Limits.checkLaxer(ceiling, limit)
          .forEach(fault -> context.fault(waiver.position(), "ceiling: " + fault));
    }
  }
}
