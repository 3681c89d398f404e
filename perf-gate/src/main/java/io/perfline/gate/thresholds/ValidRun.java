package io.perfline.gate.thresholds;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.YamlFile;
import io.perfline.gate.metric.Condition;
import io.perfline.gate.metric.Dimension;
import java.util.Map;

/**
 * The section {@code valid_run}: the conditions that a run must meet for its figures to count.
 *
 * @param foreignCpu the condition on the CPU usage of other processes; null if there is none
 */
@Key.Noun("valid_run")
public record ValidRun(
    @Key(
            value = "Sets the minimum share of the intended rate that an open model must achieve.",
            defaultValue = ValidRun.RATE)
        Condition achievedRate,
    @Key(
            value =
                "Sets the maximum share of the time that the load generator may be busy: its"
                    + " busiest thread if it is another tool, and all of it compared with the CPUs"
                    + " that its affinity and quota allow.",
            defaultValue = ValidRun.CPU)
        Condition generatorCpu,
    @Key(
            value =
                "Sets the maximum share of failed requests; above it, response times and rates have"
                    + " no verdict.",
            defaultValue = ValidRun.ERRORS)
        Condition errorRate,
    @Key(
            "Sets the maximum share of the machine's CPU that other processes may use; above it,"
                + " absolute limits have no verdict. By default there is no maximum.")
        Condition foreignCpu,
    @Key(value = "Requires that the service reports the run's commit.", defaultValue = "true")
        boolean deployedCommit,
    @Key(
            value =
                "Accepts an imported run although the CPU of its load generator was not measured,"
                    + " if true.",
            defaultValue = "false")
        boolean unwatchedGenerator)
    implements RecordSchema.Checked {

  static final String RATE = ">= 95 %";
  static final String CPU = "<= 95 %";
  static final String ERRORS = "<= 5 %";

  private static final Schema<ValidRun> SCHEMA =
      RecordSchema.of(ValidRun.class, Map.of(Condition.class, ThresholdsFile.CONDITION));

  /** The conditions for a file without this section. */
  static final ValidRun DEFAULT =
      SCHEMA.read(YamlFile.parse("a default", "{}"), new ParseContext("a default"));

  @Override
  public void check(ParsedObject parsed) {
    check(parsed, "achieved_rate", achievedRate, false, RATE);
    check(parsed, "generator_cpu", generatorCpu, true, CPU);
    check(parsed, "error_rate", errorRate, true, ERRORS);
    if (foreignCpu != null) {
      check(parsed, "foreign_cpu", foreignCpu, true, ERRORS);
    }
  }

  private static void check(
      ParsedObject parsed, String key, Condition condition, boolean fromAbove, String defaultText) {
    Limits.checkAmount(condition, Dimension.SHARE, key).forEach(fault -> parsed.fault(key, fault));
    if (condition.operator().fromAbove() != fromAbove) {
      parsed.fault(
          key, "'%s' faces the wrong way, as against %s".formatted(condition.text(), defaultText));
    }
  }
}
