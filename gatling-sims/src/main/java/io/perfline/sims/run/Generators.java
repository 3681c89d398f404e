package io.perfline.sims.run;

import io.perfline.core.run.Machine;
import io.perfline.core.run.RunEnvironment;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Several generators taken as one: what they measure compares with what as many alike measure. */
final class Generators {

  private Generators() {}

  /** Where they all stood; one alone is itself. */
  static RunEnvironment of(List<RunEnvironment> all) {
    if (all.size() == 1) {
      return all.get(0);
    }
    return new RunEnvironment(
        all.get(0).name(),
        Machine.digest(
            all.stream().map(RunEnvironment::fingerprint).sorted().toArray(String[]::new)),
        distinct(all, RunEnvironment::cpu),
        all.stream().mapToInt(RunEnvironment::cores).min().orElseThrow(),
        all.stream().mapToLong(RunEnvironment::memoryBytes).min().orElseThrow(),
        distinct(all, RunEnvironment::os),
        distinct(all, RunEnvironment::jdk));
  }

  private static String distinct(List<RunEnvironment> all, Function<RunEnvironment, String> of) {
    return all.stream().map(of).distinct().collect(Collectors.joining(" + "));
  }
}
