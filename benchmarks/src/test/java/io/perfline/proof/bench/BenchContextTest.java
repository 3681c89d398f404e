package io.perfline.proof.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.proof.bench.BenchContext.Bounds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests that the sides of a benchmark alternate. */
class BenchContextTest {

  private static final int ROUNDS = 20;

  private final List<String> turns = new ArrayList<>();
  private final BenchContext context =
      new BenchContext(
          Path.of("."),
          Path.of("."),
          new Bounds(ROUNDS, Duration.ofMillis(2), Duration.ofMillis(1)),
          new Random(42),
          text -> {},
          Profiles.none());

  @Test
  void everySideRunsOncePerRoundInRandomOrder() throws Exception {
    List<List<Sample>> samples = context.turns(List.of(side("a", 10), side("b", 20)));

    assertThat(turns.subList(0, 2)).containsExactly("a 1", "b 1");
    List<String> rounds = new ArrayList<>();
    for (int i = 2; i < turns.size(); i += 2) {
      assertThat(turns.subList(i, i + 2)).containsExactlyInAnyOrder("a 2", "b 2");
      rounds.add(turns.get(i));
    }
    assertThat(rounds).hasSize(ROUNDS).contains("a 2", "b 2");
    assertThat(samples.get(0)).hasSize(ROUNDS).allMatch(sample -> sample.messages() == 10);
    assertThat(samples.get(1)).hasSize(ROUNDS).allMatch(sample -> sample.messages() == 20);
  }

  private Contender side(String name, long messages) {
    return length -> {
      turns.add(name + " " + length.toMillis());
      return Sample.counted(messages, 1);
    };
  }
}
