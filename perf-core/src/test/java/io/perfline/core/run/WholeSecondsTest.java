package io.perfline.core.run;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WholeSecondsTest {

  @Test
  void aPartialSecondIsAddedToTheLastOne() {
    List<Second> whole =
        WholeSeconds.of(
            List.of(second(0, 1, 100), second(1, 1, 100), second(2, 0.1, 4)),
            START.plusMillis(2025));

    assertThat(whole).hasSize(2);
    assertThat(whole.get(0)).isEqualTo(second(0, 1, 100));
    assertThat(whole.get(1))
        .isEqualTo(
            new Second(
                1,
                START.plusSeconds(1),
                1.025,
                new Counts(104, 208, 1040, 2, times(1000, 1000), null),
                8,
                Map.of("generator", 0.5)));
  }

  @Test
  void ignoresTimeAfterTheEndOfTheCase() {
    List<Second> seconds = List.of(second(0, 1, 100), second(1, 0.1, 4));

    assertThat(WholeSeconds.of(seconds, START.plusSeconds(1)))
        .singleElement()
        .extracting(Second::seconds, Second::requests)
        .containsExactly(1.0, 104L);
  }

  @Test
  void keepsWholeSeconds() {
    List<Second> whole = List.of(second(0, 1, 100), second(1, 0.999, 99));

    assertThat(WholeSeconds.of(whole, START)).isEqualTo(whole);
    assertThat(WholeSeconds.of(List.of(), START)).isEmpty();
  }

  @Test
  void aCaseShorterThanASecondHasOneSecond() {
    assertThat(WholeSeconds.of(List.of(second(0, 0.3, 30)), START)).hasSize(1);
  }

  private static Second second(int index, double seconds, long requests) {
    return new Second(
        index,
        START.plusSeconds(index),
        seconds,
        new Counts(requests, 2 * requests, 10 * requests, 1, times(1000), null),
        8,
        Map.of("generator", 0.5));
  }
}
