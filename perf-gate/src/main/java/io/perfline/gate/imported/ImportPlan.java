package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import io.perfline.core.command.OutsideText;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Generator;
import io.perfline.core.run.Origin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The settings with which a tool's results become a run.
 *
 * @param tool the tool's name, such as {@code k6}
 * @param simulation the first part of each case's name
 * @param warmUp the length of the warm-up; requests that began during it are left out
 * @param generatorCpu the load generator's share of its machine's CPU, 0 to 1; null if not measured
 * @param columns the meaning of the columns of {@code csv}; null for other tools
 * @param unit the unit of the values of {@code hdr}, in microseconds; null for other tools
 * @param responseTime true if the times of {@code hdr} start at the intended send time
 * @param allowGap true if one load may pause for longer than {@link #LONGEST_GAP}
 * @param failed the number of failed requests, for files that don't contain them; null if unknown
 */
record ImportPlan(
    String tool,
    Path run,
    String simulation,
    Duration warmUp,
    Double generatorCpu,
    String columns,
    Double unit,
    boolean responseTime,
    boolean allowGap,
    Long failed) {

  /**
   * The longest time without a request within one load; after a longer one, another load begins.
   */
  static final Duration LONGEST_GAP = Duration.ofSeconds(60);

  /** The target of all imported cases. */
  static final String TARGET = "service";

  /**
   * Returns the name of the case for the tool's {@code name}. The name is kept, but empty parts
   * between slashes and a slash at its beginning are removed. Invisible characters are replaced,
   * and so is a backslash at the end, because a tag of InfluxDB must not end with one.
   */
  String caseName(String name) {
    String visible = OutsideText.visible(name).replaceAll("(?<!:)/+", "/").replaceAll("^/+", "");
    if (visible.isBlank()) {
      visible = name.isBlank() ? "(no name)" : "(root)";
    }
    return simulation + "/" + visible.replaceFirst("\\\\$", "\uFF3C");
  }

  CaseResult begin(String name) {
    return CaseResult.of(caseName(name), TARGET);
  }

  /**
   * Returns the health of the load generator.
   *
   * @param achievedPerS the number of requests that were sent per second
   * @param achieved the share of the intended requests that were sent, 0 to 1; null if unknown
   */
  Generator generator(double achievedPerS, Double achieved) {
    Double intended = achieved == null ? null : (Double) (achievedPerS / achieved);
    return new Generator(generatorCpu, intended, achievedPerS, (Double) null, null, null);
  }

  /** Returns the error for a file that seems to contain the results of two loads. */
  Fault twoResults(String position, String what) {
    return Fault.noVerdict(
        "%s: %s: these are two results. Import each by itself; if it is one load that paused, add"
                .formatted(position, what)
            + " --allow-gap");
  }

  /** Returns the error for two names that a run can't distinguish. */
  Fault sameName(String position, String one, String other) {
    return Fault.noVerdict(
        "%s: a run can't distinguish the names '%s' and '%s': give one of them another name in"
                .formatted(position, one, other)
            + " the load's script");
  }

  /** Checks (configuration) that the number of the failed requests is known. */
  void requireFailed() {
    if (failed == null) {
      throw Fault.configuration(
          "the file doesn't show which requests failed, so they could be any number: %sgive --failed N, the number of failed requests that the tool itself counted, such as --failed 0"
              .formatted(tool.equals("csv") ? "map a column to success or error, or " : ""));
    }
  }

  /**
   * Returns the cases with the failed requests that the file doesn't contain.
   *
   * @throws Fault (configuration) if it isn't known to which case they belong
   */
  List<CaseResult> withFailed(List<CaseResult> cases) {
    if (failed == 0) {
      return cases;
    }
    if (cases.size() > 1) {
      throw Fault.configuration(
          "--failed %d: the file has %d names, and doesn't show to which of them the failed requests belong"
              .formatted(failed, cases.size()));
    }
    return List.of(cases.get(0).withErrors(Map.of("failed", failed)));
  }

  Origin origin(boolean percentilesOnly, Map<String, String> metadata) {
    return new Origin(tool, percentilesOnly, metadata);
  }
}
