package io.perfline.sims.gatling;

import io.perfline.core.run.CaseResult;
import io.perfline.sims.engine.GeneratorHealth;
import io.perfline.sims.gatling.load.GeneratorWatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Creates cases from the counts of a load.
 *
 * @param parameters the case's settings, by name
 * @param rate intended requests per second; null if the load has no fixed rate
 * @param begun the start of the load, in case nothing was measured
 */
record HttpCase(
    String target,
    Map<String, String> parameters,
    Duration warmUp,
    Double rate,
    Instant begun,
    GeneratorWatch watch) {

  private static final long LONGEST_SILENCE_MS = 2000;
  private static final double MILLIS = 1000.0;

  CaseResult of(String name, CountedLoad counted, List<String> problems) {
    boolean nothing = counted.isNothing();
    return CaseResult.of(name, target)
        .withParameters(parameters)
        .withPeriod(
            nothing ? begun : Instant.ofEpochMilli(counted.from()),
            nothing ? begun : Instant.ofEpochMilli(counted.end()),
            warmUp.toMillis())
        .withCounts(counted.total())
        .with(counted.warmUp())
        .with(counted.received())
        .withGenerator(
            watch
                .health(counted.from(), counted.until())
                .atRate(
                    rate,
                    nothing ? 0 : counted.sent() * MILLIS / (counted.until() - counted.from())))
        .withProblems(problems)
        .withLevels(counted.levels());
  }

  /**
   * Returns the reasons why the counts are not valid.
   *
   * @param mayFallSilent whether the load is expected to bring the service to a point where it no
   *     longer responds
   */
  List<String> problems(CountedLoad counted, boolean mayFallSilent) {
    List<String> problems = new ArrayList<>(counted.problems());
    if (counted.isNothing()) {
      return problems;
    }
    double still = watch.health(counted.from(), counted.until()).stillMillis();
    problems.addAll(GeneratorHealth.starvation(still, counted.until() - counted.from()));
    long silence = mayFallSilent ? 0 : counted.until() - counted.lastSuccess();
    if (counted.total().requests() == 0) {
      problems.add("no request succeeded");
    } else if (silence > LONGEST_SILENCE_MS) {
      problems.add("no request succeeded in the last %.1f s".formatted(silence / MILLIS));
    }
    return problems;
  }
}
