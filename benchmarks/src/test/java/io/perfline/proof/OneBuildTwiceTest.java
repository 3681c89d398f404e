package io.perfline.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.JfrSlice;
import io.perfline.proof.WhyProof.SameBuildPairs;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OneBuildTwiceTest {

  private static JfrSlice slice(int number) {
    Instant start = Instant.ofEpochSecond(number);
    boolean candidate = number % 2 == 0;
    int deployment = number < 18 ? 3 : 4;
    return new JfrSlice(
        deployment, candidate, start, start.plusMillis(250), number, 1, 1.0, 1.0, true);
  }

  @Test
  void pairsConsecutiveSlicesOfOneBuildAndDeployment() {
    List<JfrSlice> slices = IntStream.range(0, 36).mapToObj(i -> slice(i)).toList();

    List<JfrSlice> pairs = SameBuildPairs.pairs(slices, false);

    assertThat(pairs).hasSize(16).allMatch(slice -> slice.messages() % 2 == 1);
    for (int i = 0; i < pairs.size(); i += 2) {
      JfrSlice first = pairs.get(i);
      JfrSlice second = pairs.get(i + 1);
      assertThat(first.deployment()).isEqualTo(second.deployment());
      assertThat(first.candidate()).isNotEqualTo(second.candidate());
      assertThat(second.messages() - first.messages()).isEqualTo(2);
    }
    assertThat(pairs.stream().filter(JfrSlice::candidate).map(pairs::indexOf))
        .as("the first of a pair as often as the second")
        .contains(0, 3);
  }
}
