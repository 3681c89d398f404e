package io.perfline.sims.run;

import io.perfline.core.run.Level;
import io.perfline.core.run.TimeDistribution;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Adds the shards of each number of users that was held. */
final class LevelSum {

  private LevelSum() {}

  /** The levels of a case, in their order; a level that a shard lacks is not valid. */
  static List<Level> of(List<CaseSum.Part> parts) {
    int most = parts.stream().mapToInt(part -> part.measured().levels().size()).max().orElse(0);
    List<Level> sums = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      sums.add(sum(parts, i));
    }
    return sums;
  }

  private static Level sum(List<CaseSum.Part> parts, int index) {
    List<Level> levels = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (CaseSum.Part part : parts) {
      if (index < part.measured().levels().size()) {
        Level level = part.measured().levels().get(index);
        levels.add(level);
        level.problems().forEach(one -> problems.add("shard " + part.shard() + ": " + one));
      } else {
        problems.add("shard " + part.shard() + " has no such level");
      }
    }
    return new Level(
        levels.stream().mapToInt(Level::users).sum(),
        levels.stream().map(Level::start).min(Instant::compareTo).orElseThrow(),
        levels.stream().map(Level::end).max(Instant::compareTo).orElseThrow(),
        levels.stream().mapToLong(Level::errors).sum(),
        TimeDistribution.merge(levels.stream().map(Level::pageTime).toList()),
        problems);
  }
}
