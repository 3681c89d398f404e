package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import io.perfline.core.command.OutsideText;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Generator;
import io.perfline.core.run.Origin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * What is to become of a tool's results.
 *
 * @param tool as in {@code k6}
 * @param run the folder of the run
 * @param simulation the first part of every case's name
 * @param warmUp what began before this has passed is left out
 * @param generatorCpu share of its machine that the tool used, 0 to 1; null when nobody looked
 * @param columns of {@code csv}: which column holds what; null for other tools
 * @param unit of {@code hdr}: how many microseconds its unit is; null for other tools
 * @param responseTime of {@code hdr}: whether times count from the intended send time
 * @param allowGap whether one load may pause for longer than {@link #LONGEST_GAP}
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
    boolean allowGap) {

  /** A longer time without any request separates two results. */
  static final Duration LONGEST_GAP = Duration.ofSeconds(60);

  /** What all cases of other tools are aimed at. */
  static final String TARGET = "service";

  /**
   * The case's name for what the tool calls {@code name}: as it is, but without empty parts between
   * slashes or a slash at its beginning. Characters that can't be seen are replaced, and so is a
   * backslash at the end, with which no tag of InfluxDB's may end.
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
   * How the generator fared.
   *
   * @param started share of what it should have sent that it did, null where nobody knows
   */
  Generator generator(double achievedPerS, Double started) {
    Double intended = started == null ? null : (Double) (achievedPerS / started);
    return new Generator(generatorCpu, intended, achievedPerS, (Double) null, null, null);
  }

  /** A refusal of what looks like two results. */
  Fault twoResults(String position, String what) {
    return Fault.noVerdict(
        "%s: %s: these are two results. Import each by itself; if it is one load that paused, add"
                .formatted(position, what)
            + " --allow-gap");
  }

  Origin origin(boolean percentilesOnly, Map<String, String> said) {
    return new Origin(tool, percentilesOnly, said);
  }
}
