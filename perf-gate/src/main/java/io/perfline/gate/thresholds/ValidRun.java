package io.perfline.gate.thresholds;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.YamlFile;
import java.util.Map;

/**
 * The section {@code valid_run}: the conditions that a run must meet for its figures to count.
 *
 * @param foreignCpu null if the file doesn't limit it
 */
@Key.Noun("valid_run")
public record ValidRun(
    @Key(value = "Share of the intended rate, of open models.", otherwise = ValidRun.RATE)
        Condition achievedRate,
    @Key(value = "Share of its machine that the generator may use.", otherwise = ValidRun.CPU)
        Condition generatorCpu,
    @Key(
            value = "Share of failed requests, above which times and rates say nothing.",
            otherwise = ValidRun.ERRORS)
        Condition errorRate,
    @Key(
            "Share of the machine that others than the run may use; beyond it, absolute limits have"
                + " no verdict. Not bounded by default.")
        Condition foreignCpu,
    @Key(value = "Whether the service must say that it is of the run's commit.", otherwise = "true")
        boolean deployedCommit,
    @Key(
            value = "Whether an imported run counts although nobody looked at its generator's CPU.",
            otherwise = "false")
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
      ParsedObject parsed, String key, Condition condition, boolean fromAbove, String usual) {
    Limits.checkAmount(condition, Dimension.SHARE, key).forEach(fault -> parsed.fault(key, fault));
    if (condition.operator().fromAbove() != fromAbove) {
      parsed.fault(
          key, "'%s' faces the wrong way, as against %s".formatted(condition.text(), usual));
    }
  }
}
