package io.perfline.gate.thresholds;

/**
 * What a run must keep to for its figures to be believed.
 *
 * @param achievedRate of the rate that an open model was asked for, in %
 * @param generatorCpu of the generator's machine, in %
 * @param errorRate above it, what the requests that did succeed took says nothing, in %
 * @param foreignCpu of the machine, used by what is neither generator nor server of the run, in %:
 *     beyond it an absolute figure says nothing; null when the file doesn't bound it
 * @param deployedCommit whether the service must say that it is the run's commit
 * @param unwatchedGenerator whether a run of another tool counts although nobody looked at the CPU
 *     of its generator
 */
public record ValidRun(
    Condition achievedRate,
    Condition generatorCpu,
    Condition errorRate,
    Condition foreignCpu,
    boolean deployedCommit,
    boolean unwatchedGenerator) {

  static final ValidRun DEFAULT =
      new ValidRun(
          Condition.parse(">= 95 %"),
          Condition.parse("<= 95 %"),
          Condition.parse("<= 5 %"),
          null,
          true,
          false);
}
