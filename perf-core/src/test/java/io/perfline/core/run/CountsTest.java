package io.perfline.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.sample.SampleRuns;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CountsTest {

  private static final Counts SOME =
      new Counts(
          3, 6, 300, Map.of("timeout", 2L), SampleRuns.times(1, 2, 3), SampleRuns.times(1, 1, 1));
  private static final Counts MORE =
      new Counts(
          1, 1, 50, Map.of("timeout", 1L, "refused", 4L), SampleRuns.times(9), SampleRuns.times(8));

  @Test
  void everyPartIsAdded() {
    assertThat(SOME.plus(MORE))
        .isEqualTo(
            new Counts(
                4,
                7,
                350,
                Map.of("refused", 4L, "timeout", 3L),
                SampleRuns.times(1, 2, 3, 9),
                SampleRuns.times(1, 1, 1, 8)));
    assertThat(SOME.plus(MORE).errorCount()).isEqualTo(7);
    assertThat(SOME.plus(MORE).all()).isEqualTo(11);
  }

  @Test
  void addingNoRequestChangesNothing() {
    assertThat(SOME.plus(Counts.NONE)).isEqualTo(SOME);
    assertThat(Counts.sum(List.of())).isEqualTo(Counts.NONE);
    assertThat(Counts.sum(List.of(SOME, MORE, SOME))).isEqualTo(SOME.plus(MORE).plus(SOME));
  }

  @Test
  void timesThatAPartLacksAreUnknown() {
    Counts sum = SOME.plus(MORE.withTimes(null, MORE.serviceTime()));

    assertThat(sum.responseTime()).isNull();
    assertThat(sum.serviceTime().count()).isEqualTo(4);
    assertThat(sum.requests()).isEqualTo(4);
  }

  @Test
  void kindsOfErrorsAreReadableAndInOrder() {
    Counts counts = SOME.withErrors(Map.of("b", 1L, "a\u0007", 2L, "a\u2407", 3L));

    assertThat(counts.errors().toString()).isEqualTo("{a\u2407=5, b=1}");
  }
}
