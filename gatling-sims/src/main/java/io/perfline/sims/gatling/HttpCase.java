package io.perfline.sims.gatling;

import io.perfline.core.run.Case;
import io.perfline.core.run.Generator;
import io.perfline.core.run.TimeDistribution;
import io.perfline.sims.engine.Starvation;
import io.perfline.sims.gatling.load.GeneratorWatch;
import io.perfline.sims.gatling.load.HttpLoad;
import io.perfline.sims.gatling.load.HttpSimulation;
import io.perfline.sims.gatling.tally.Counted;
import io.perfline.sims.gatling.tally.SecondTally;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes a case of what was counted. */
record HttpCase(String name, Map<String, String> parameters, HttpLoad load, GeneratorWatch watch) {

  static final String TARGET = "recorder";
  private static final long LONGEST_SILENCE_MS = 2000;
  private static final double MILLIS = 1000.0;

  /**
   * @param begun when the load began, for when nothing at all was measured
   * @param earlier problems that were there before anything was counted
   */
  Case of(Counted counted, Instant begun, List<String> earlier) {
    SecondTally total = counted.total();
    boolean nothing = counted.isNothing();
    return Case.builder(name, TARGET)
        .parameters(parameters)
        .period(
            nothing ? begun : Instant.ofEpochMilli(counted.from()),
            nothing ? begun : Instant.ofEpochMilli(counted.end()),
            load.warmUp().toMillis())
        .counts(total.requests(), total.messages(), total.bytes())
        .errors(counted.errors())
        .times(TimeDistribution.of(total.response()), TimeDistribution.of(total.service()))
        .generator(generator(counted))
        .problems(problems(counted, earlier))
        .levels(counted.levels())
        .build();
  }

  private Generator generator(Counted counted) {
    return watch
        .health(counted.from(), counted.until())
        .atRate(
            load.simulation() == HttpSimulation.BROWSE ? null : load.ownRate(),
            counted.isNothing() ? 0 : counted.sent() * MILLIS / (counted.until() - counted.from()));
  }

  private List<String> problems(Counted counted, List<String> earlier) {
    List<String> problems = new ArrayList<>(earlier);
    problems.addAll(counted.problems());
    // A level at which nothing comes back any more is what a search for the capacity looks for.
    boolean search = load.simulation() == HttpSimulation.BROWSE;
    long silence = search ? 0 : counted.until() - counted.lastSuccess();
    if (counted.isNothing()) {
      return problems;
    }
    double still = watch.health(counted.from(), counted.until()).stillMillis();
    problems.addAll(Starvation.problems(still, counted.until() - counted.from()));
    if (counted.total().requests() == 0) {
      problems.add("no request came back without error");
    } else if (silence > LONGEST_SILENCE_MS) {
      problems.add(
          "no request came back without error in the last %.1f s".formatted(silence / MILLIS));
    }
    return problems;
  }
}
