package io.perfline.proof;

import io.perfline.proof.SimulatedBuild.Ended;
import io.perfline.proof.SimulatedBuild.Outcome;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** The outcomes of many simulated builds of one kind. */
record SimulatedBuilds(List<Ended> ended) {

  /**
   * Simulates builds in parallel. The same seed always gives the same outcomes.
   *
   * @param build simulates one build
   */
  static SimulatedBuilds of(int builds, long seed, Function<RandomGenerator, Ended> build) {
    SplittableRandom root = new SplittableRandom(seed);
    List<SplittableRandom> randoms = Stream.generate(root::split).limit(builds).toList();
    return new SimulatedBuilds(randoms.parallelStream().<Ended>map(build::apply).toList());
  }

  int count(Outcome outcome) {
    return (int) ended.stream().filter(one -> one.outcome() == outcome).count();
  }

  int medianDeployments() {
    return ended.stream().mapToInt(Ended::deployments).sorted().toArray()[ended.size() / 2];
  }
}
