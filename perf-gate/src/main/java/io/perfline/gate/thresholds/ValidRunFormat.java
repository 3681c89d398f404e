package io.perfline.gate.thresholds;

import static io.perfline.core.strict.Key.optional;

import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Shape;
import io.perfline.core.strict.Values;
import java.util.List;

/** The section {@code valid_run}. */
final class ValidRunFormat {

  private static final Key<Condition> ACHIEVED_RATE =
      optional(
          "achieved_rate",
          ThresholdKinds.CONDITION,
          "Share of the intended rate, of open models. Default >= 95 %.");
  private static final Key<Condition> GENERATOR_CPU =
      optional(
          "generator_cpu",
          ThresholdKinds.CONDITION,
          "Share of its machine that the generator may use. Default <= 95 %.");
  private static final Key<Condition> ERROR_RATE =
      optional(
          "error_rate",
          ThresholdKinds.CONDITION,
          "Share of failed requests, above which times and rates say nothing. Default <= 5 %.");
  private static final Key<Condition> FOREIGN_CPU =
      optional(
          "foreign_cpu",
          ThresholdKinds.CONDITION,
          "Share of the machine that others than the run may use; beyond it, absolute limits have"
              + " no verdict. Not bounded by default.");
  private static final Key<Boolean> DEPLOYED_COMMIT =
      optional(
          "deployed_commit",
          Kinds.bool(),
          "Whether the service must say that it is of the run's commit. Default true.");

  private static final Key<Boolean> UNWATCHED_GENERATOR =
      optional(
          "unwatched_generator",
          Kinds.bool(),
          "Whether an imported run counts although nobody looked at its generator's CPU. Default"
              + " false.");

  static final Shape<ValidRun> SHAPE =
      new Shape<>(
          "valid_run",
          ValidRunFormat::build,
          List.of(
              ACHIEVED_RATE,
              GENERATOR_CPU,
              ERROR_RATE,
              FOREIGN_CPU,
              DEPLOYED_COMMIT,
              UNWATCHED_GENERATOR));

  private ValidRunFormat() {}

  private static ValidRun build(Values values) {
    ValidRun defaults = ValidRun.DEFAULT;
    return new ValidRun(
        share(values, ACHIEVED_RATE, defaults.achievedRate()),
        share(values, GENERATOR_CPU, defaults.generatorCpu()),
        share(values, ERROR_RATE, defaults.errorRate()),
        values.has(FOREIGN_CPU) ? share(values, FOREIGN_CPU, defaults.errorRate()) : null,
        values.get(DEPLOYED_COMMIT, defaults.deployedCommit()),
        values.get(UNWATCHED_GENERATOR, defaults.unwatchedGenerator()));
  }

  private static Condition share(Values values, Key<Condition> key, Condition usual) {
    Condition condition = values.get(key, usual);
    Limits.checkAmount(condition, Dimension.SHARE, key.name())
        .forEach(fault -> values.fault(key, fault));
    if (condition.operator().fromAbove() != usual.operator().fromAbove()) {
      values.fault(
          key, "'%s' faces the wrong way, as against %s".formatted(condition.text(), usual.text()));
    }
    return condition;
  }
}
