package io.perfline.sims.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordingsTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 20_000})
  void allSerializedMessagesHaveTheSameLength(int dataBytes) {
    byte[][] all = new Recordings(dataBytes, 7).serialized();

    assertThat(all.length).isGreaterThan(10);
    assertThat(Arrays.stream(all).mapToInt(message -> message.length).distinct()).hasSize(1);
  }
}
