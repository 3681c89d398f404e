package io.perfline.gate.thresholds;

import static io.perfline.core.yaml.Property.optional;

import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.Schemas;
import java.util.List;

/** The section {@code valid_run}. */
final class ValidRunFormat {

  private static final Property<Condition> ACHIEVED_RATE =
      optional(
          "achieved_rate",
          ThresholdKinds.CONDITION,
          "Share of the intended rate, of open models. Default >= 95 %.");
  private static final Property<Condition> GENERATOR_CPU =
      optional(
          "generator_cpu",
          ThresholdKinds.CONDITION,
          "Share of its machine that the generator may use. Default <= 95 %.");
  private static final Property<Condition> ERROR_RATE =
      optional(
          "error_rate",
          ThresholdKinds.CONDITION,
          "Share of failed requests, above which times and rates say nothing. Default <= 5 %.");
  private static final Property<Condition> FOREIGN_CPU =
      optional(
          "foreign_cpu",
          ThresholdKinds.CONDITION,
          "Share of the machine that others than the run may use; beyond it, absolute limits have"
              + " no verdict. Not bounded by default.");
  private static final Property<Boolean> DEPLOYED_COMMIT =
      optional(
          "deployed_commit",
          Schemas.bool(),
          "Whether the service must say that it is of the run's commit. Default true.");

  private static final Property<Boolean> UNWATCHED_GENERATOR =
      optional(
          "unwatched_generator",
          Schemas.bool(),
          "Whether an imported run counts although nobody looked at its generator's CPU. Default"
              + " false.");

  static final ObjectSchema<ValidRun> SHAPE =
      new ObjectSchema<>(
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

  private static ValidRun build(ParsedObject parsed) {
    ValidRun defaults = ValidRun.DEFAULT;
    return new ValidRun(
        share(parsed, ACHIEVED_RATE, defaults.achievedRate()),
        share(parsed, GENERATOR_CPU, defaults.generatorCpu()),
        share(parsed, ERROR_RATE, defaults.errorRate()),
        parsed.has(FOREIGN_CPU) ? share(parsed, FOREIGN_CPU, defaults.errorRate()) : null,
        parsed.get(DEPLOYED_COMMIT, defaults.deployedCommit()),
        parsed.get(UNWATCHED_GENERATOR, defaults.unwatchedGenerator()));
  }

  private static Condition share(
      ParsedObject parsed, Property<Condition> property, Condition usual) {
    Condition condition = parsed.get(property, usual);
    Limits.checkAmount(condition, Dimension.SHARE, property.name())
        .forEach(fault -> parsed.fault(property, fault));
    if (condition.operator().fromAbove() != usual.operator().fromAbove()) {
      parsed.fault(
          property,
          "'%s' faces the wrong way, as against %s".formatted(condition.text(), usual.text()));
    }
    return condition;
  }
}
