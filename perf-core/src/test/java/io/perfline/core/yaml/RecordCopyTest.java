package io.perfline.core.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RecordCopyTest {

  private record Range(String name, int from, int to, List<String> notes) {
    private Range {
      if (from > to) {
        throw new IllegalStateException("%d is above %d".formatted(from, to));
      }
    }
  }

  private static final Range RANGE = new Range("a", 1, 5, null);

  @Test
  void changesOnlyTheNamedComponents() {
    assertThat(RecordCopy.of(RANGE)).isEqualTo(RANGE);
    assertThat(RecordCopy.of(RANGE, "to", 7, "from", 6)).isEqualTo(new Range("a", 6, 7, null));
    assertThat(RecordCopy.of(RANGE, "name", null, "notes", List.of("b")))
        .isEqualTo(new Range(null, 1, 5, List.of("b")));
  }

  @Test
  void rejectsWhatTheRecordDoesNotHave() {
    assertThatThrownBy(() -> RecordCopy.of(RANGE, "until", 7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no 'until' in [name, from, to, notes]");
    assertThatThrownBy(() -> RecordCopy.of(RANGE, "to", "7"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theConstructorMayRejectTheCopy() {
    assertThatThrownBy(() -> RecordCopy.of(RANGE, "to", 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("1 is above 0");
  }
}
