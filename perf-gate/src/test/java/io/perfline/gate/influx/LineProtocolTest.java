package io.perfline.gate.influx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineProtocolTest {

  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678901234Z");

  @Test
  void roundTripsPoints() {
    String histogram = "x".repeat(2 * LongText.PART + 7);

    InfluxRow row =
        LineProtocol.parse(
            SchemaPoint.of(InfluxSchema.PERF_CASE, TIME)
                .tag(Column.BRANCH, "a b,c=d\\e")
                .tag(Column.CASE, "kafka/größe/1")
                .field(Column.RUN, "say \"r 1\", a\\b=c")
                .field(Column.REQUESTS, 9_007_199_254_740_993L)
                .field(Column.MEAN_MS, 1.25e-9)
                .field(Column.VALID, true)
                .longField(Column.HISTOGRAM, histogram)
                .line());

    assertThat(row.time()).isEqualTo(TIME);
    assertThat(row.text(Column.BRANCH)).isEqualTo("a b,c=d\\e");
    assertThat(row.text(Column.CASE)).isEqualTo("kafka/größe/1");
    assertThat(row.text(Column.RUN)).isEqualTo("say \"r 1\", a\\b=c");
    assertThat(row.whole(Column.REQUESTS)).isEqualTo(9_007_199_254_740_993L);
    assertThat(row.number(Column.MEAN_MS)).isEqualTo(1.25e-9);
    assertThat(row.truth(Column.VALID)).isTrue();
    assertThat(row.longText(Column.HISTOGRAM)).isEqualTo(histogram);
    assertThat(row.number("p50_ms")).isNaN();
  }

  @Test
  void escapesLineBreaksAndBackslashes() {
    String line =
        SchemaPoint.of(InfluxSchema.PERF_CASE, TIME)
            .tag(Column.BRANCH, "ends\\")
            .tag(Column.CASE, "two\nlines")
            .field(Column.RUN, "it ended:\r\n  Error\t\u001b[31m")
            .line();

    assertThat(line).doesNotContain("\n", "\r", "\t", "\u001b");
    InfluxRow row = LineProtocol.parse(line);
    assertThat(row.text(Column.BRANCH)).isEqualTo("ends\uFF3C");
    assertThat(row.text(Column.CASE)).isEqualTo("two␊lines");
    assertThat(row.text(Column.RUN)).isEqualTo("it ended:␍␊  Error␉␛[31m");
  }

  @Test
  void roundTripsAnyTagAndText() {
    Random random = new Random(49);
    int[] special = {'\\', ',', '=', ' ', '"', 'i', 'ä', 0x1F600, 0x4e2d, '\n', 0x1b, 0xd800};
    for (int i = 0; i < 5000; i++) {
      StringBuilder text = new StringBuilder();
      random
          .ints(1 + random.nextInt(12), 0, special.length)
          .forEach(one -> text.appendCodePoint(special[one]));
      String visible =
          text.toString().replace('\n', '␊').replace('\u001b', '␛').replace('\ud800', '\ufffd');
      visible = text.codePoints().anyMatch(one -> one == 0x1F600) ? null : visible;
      InfluxRow row =
          LineProtocol.parse(
              SchemaPoint.of(InfluxSchema.PERF_CASE, TIME)
                  .tag(Column.CASE, text.toString())
                  .tag(Column.BRANCH, "after")
                  .field(Column.RUN, text.toString())
                  .line());
      assertThat(row.text(Column.BRANCH)).isEqualTo("after");
      if (visible != null) { // with an emoji, half of a surrogate pair can't be replaced by a char
        assertThat(row.text(Column.RUN)).isEqualTo(visible);
        assertThat(row.text(Column.CASE)).isEqualTo(visible.replaceFirst("\\\\$", "\uFF3C"));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "m",
        "m,a",
        "m,a=b",
        "m,a=b c",
        "m,a=b c=1",
        "m,a=b c=1i 12x",
        "m,a=b c=\"1 12",
        "m,a=b c=\"1\"",
        "m,a=b c=one 12",
        "m,a=b c=1 ",
      })
  void refusesTruncatedLines(String line) {
    assertThatThrownBy(() -> LineProtocol.parse(line)).isInstanceOf(IllegalArgumentException.class);
  }
}
