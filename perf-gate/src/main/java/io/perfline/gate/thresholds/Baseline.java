package io.perfline.gate.thresholds;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.SourcePosition;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An entry of the section {@code baselines}, with which a relative threshold compares. */
public sealed interface Baseline {

  SourcePosition position();

  /** Describes what a limit compares with, for people and to tell two baselines apart. */
  String description();

  /** The properties that runs may have to share with the candidate. */
  enum Same {
    ENVIRONMENT,
    PROFILE,
    FINGERPRINT
  }

  /** The builds that a run may be compared with instead of the newest good one. */
  enum Since {
    RELEASE
  }

  /**
   * Earlier runs of a branch.
   *
   * @param last the maximum number of runs; only the newest ones count
   * @param min the minimum number of runs
   * @param maxAge the maximum age of a run
   * @param same the properties that the runs must share with the candidate
   */
  record Past(
      String branch, int last, int min, Duration maxAge, Set<Same> same, SourcePosition position)
      implements Baseline {

    @Override
    public String description() {
      return "branch %s (last %d, min %d, max_age %d h, same %s)"
          .formatted(
              branch,
              last,
              min,
              maxAge.toHours(),
              same.stream()
                  .map(one -> one.name().toLowerCase(Locale.ROOT))
                  .sorted()
                  .collect(Collectors.joining(" ")));
    }
  }

  /**
   * Another build that is measured in the same run, in alternation with the candidate.
   *
   * @param war the path of the WAR; null for the build that the run was measured with
   * @param sinceRelease true if that build is the last release instead of the newest good commit
   */
  record Paired(String war, boolean sinceRelease, SourcePosition position) implements Baseline {

    @Override
    public String description() {
      String commit = sinceRelease ? "the last release" : "the last good commit";
      return war == null ? commit : war;
    }

    /** Returns the name of the build for messages, if the run doesn't contain one. */
    public String text() {
      return war == null ? "a baseline" : war;
    }
  }

  /** The keys of both kinds. */
  record Keys(
      @Key(value = "Compares with earlier runs of this branch.", kind = "prose") String branch,
      @Key(
              value = "Limits the baseline to this number of the newest runs.",
              what = "a number of runs",
              min = 5,
              max = 1000,
              defaultValue = "20")
          int last,
      @Key(
              value =
                  "Sets the minimum number of runs; with fewer, the threshold is not tested. The"
                      + " default is 8.",
              what = "a number of runs",
              min = 5,
              max = 1000)
          int min,
      @Key(value = "Limits the age of the runs.", kind = "age", defaultValue = "30 d")
          Duration maxAge,
      @Key(
              value =
                  "Lists the properties that the runs must share with the candidate. The default is"
                      + " all of them.",
              what = "a property of a run")
          List<Same> same,
      @Key(
              value =
                  "Names the WAR of a release that is measured in the same run, in alternation with"
                      + " the candidate.",
              kind = "prose")
          String war,
      @Key(
              "Compares with the build that ran in alternating slices of the same run. Only true is"
                  + " valid.")
          boolean paired,
      @Key(
              value =
                  "Compares with the last release tag, or else with the newest commit that is at"
                      + " least a week old. Only 'release' is valid, together with 'paired'. These"
                      + " limits apply only to the second comparison of the profile nightly.",
              what = "what to compare with")
          Since since,
      SourcePosition position) {

    Baseline baseline(ParsedObject parsed) {
      if (since != null && !paired) {
        parsed.fault("since", "it requires 'paired: true'");
      }
      if (parsed.has("war") || parsed.has("paired")) {
        Stream.of("branch", "last", "min", "max_age", "same")
            .filter(parsed::has)
            .forEach(key -> parsed.fault(key, "a baseline that is measured has no history"));
        if (parsed.has("paired") && (parsed.has("war") || !paired)) {
          parsed.fault("paired", "a baseline is 'paired: true', or has a 'war' or a 'branch'");
        }
        return new Paired(war, since != null, position);
      }
      if (!parsed.isGiven("branch")) {
        parsed.fault("branch", "a baseline needs 'branch', 'paired: true' or 'war'");
      }
      int minRuns = min == 0 ? Math.min(8, last) : min;
      if (minRuns > last) {
        parsed.fault("min", "at least %d runs can't be among the last %d".formatted(minRuns, last));
      }
      Set<Same> all = same.isEmpty() ? EnumSet.allOf(Same.class) : EnumSet.copyOf(same);
      return new Past(branch, last, minRuns, maxAge, all, position);
    }
  }
}
