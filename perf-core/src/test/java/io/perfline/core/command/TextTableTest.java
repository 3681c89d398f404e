package io.perfline.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TextTableTest {

  @Test
  void alignsColumnsWithoutTrailingSpaces() {
    TextTable table =
        TextTable.of(List.of("case", "msg/s", ""), Set.of(1))
            .row(List.of("http/record", "7", "slow"))
            .row(List.of("kafka", "1,234,567", ""));

    assertThat(table)
        .hasToString(
            """
            case             msg/s
            http/record          7  slow
            kafka        1,234,567
            """);
  }

  @Test
  void aRowHasACellForEachColumn() {
    TextTable table = TextTable.of(List.of("case", "msg/s"));

    assertThatThrownBy(() -> table.row(List.of("http/record")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("[http/record] is not a row below [case, msg/s]");
  }
}
