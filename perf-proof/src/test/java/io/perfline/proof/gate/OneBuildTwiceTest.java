package io.perfline.proof.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.profile.RecordedSlice;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OneBuildTwiceTest {

  private static RecordedSlice slice(int number) {
    Instant start = Instant.ofEpochSecond(number);
    boolean candidate = number % 2 == 0;
    int deployment = number < 18 ? 3 : 4;
    return new RecordedSlice(
        deployment, candidate, start, start.plusMillis(250), number, 1, 1.0, 1.0, true);
  }

  @Test
  void pairsSlicesOfOneBuildAndDeploymentThatFollowEachOther() {
    List<RecordedSlice> slices = IntStream.range(0, 36).mapToObj(i -> slice(i)).toList();

    List<RecordedSlice> pairs = OneBuildTwice.pairs(slices, false);

    assertThat(pairs).hasSize(16).allMatch(one -> one.messages() % 2 == 1);
    for (int i = 0; i < pairs.size(); i += 2) {
      RecordedSlice first = pairs.get(i);
      RecordedSlice second = pairs.get(i + 1);
      assertThat(first.deployment()).isEqualTo(second.deployment());
      assertThat(first.candidate()).isNotEqualTo(second.candidate());
      assertThat(second.messages() - first.messages()).isEqualTo(2);
    }
    assertThat(pairs.stream().filter(RecordedSlice::candidate).map(pairs::indexOf))
        .as("the first of a pair as often as the second")
        .contains(0, 3);
  }
}
