package io.perfline.gate.influx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InfluxRowReaderTest {

  private static final String FIRST =
      """
      {"results":[{"statement_id":0,"series":[{"name":"m","tags":{"case":"a/b"},
        "columns":["time","run","n","ok"],
        "values":[[1767323045678901234,"r\\"1\\u00fc",1.5,true],[2,null,7,false]],
        "partial":true}],"partial":true}]}
      """;

  private static final String LAST =
      """
      {"results":[{"statement_id":0,"series":[{"name":"m","tags":{"case":"c"},
        "columns":["time","n","h","h_2"],"values":[[3,null,"one","two"]]}]}]}
      """;

  @Test
  void readsTheRowsOfAllDocuments() throws IOException {
    List<InfluxRow> rows = read(FIRST + LAST);

    assertThat(rows).hasSize(3);
    InfluxRow first = rows.get(0);
    assertThat(first.time()).isEqualTo(Instant.ofEpochSecond(1767323045, 678901234));
    assertThat(first.text("case")).isEqualTo("a/b");
    assertThat(first.text("run")).isEqualTo("r\"1ü");
    assertThat(first.number("n")).isEqualTo(1.5);
    assertThat(first.text("ok")).isEqualTo("true");
    assertThat(rows.get(1).text("run")).isEmpty();
    assertThat(rows.get(1).number("n")).isEqualTo(7);
    assertThat(rows.get(1).whole("n")).isEqualTo(7);
    assertThat(rows.get(1).number("nowhere")).isNaN();
    assertThat(rows.get(2).text("case")).isEqualTo("c");
    assertThat(rows.get(2).number("n")).isNaN();
    assertThat(rows.get(2).longText("h")).isEqualTo("onetwo");
  }

  @Test
  void anEmptyResponseHasNoRows() throws IOException {
    assertThat(read("{\"results\":[{\"statement_id\":0}]}")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``                                                  | ends in the middle
          {"results":[{"statement_id":0,"partial":true}]}     | ends in the middle
          {"results":[{"statement_id":0                       | Unexpected end-of-input
          {"results":[{"error":"database not found: x"}]}     | database not found: x
          {"error":"engine is closed"}                        | engine is closed
          {"results":{}}                                      | START_OBJECT where START_ARRAY
          {"results":[{"series":[{"values":[[1]]}]}]}         | more cells than there are columns
          {"results":[{"series":[{"columns":["a"],"values":[[{}]]}]}]} | a cell contains START_OBJECT
          """)
  void refusesAnIncompleteResponse(String answer, String message) {
    assertThatThrownBy(() -> read(answer))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message);
  }

  @Test
  void refusesAResponseTruncatedAnywhere() {
    String whole = (FIRST + LAST).strip();
    for (int length = 0; length < whole.length(); length++) {
      String cut = whole.substring(0, length);
      assertThatThrownBy(() -> read(cut)).as(cut).isInstanceOf(IOException.class);
    }
  }

  private static List<InfluxRow> read(String answer) throws IOException {
    List<InfluxRow> rows = new ArrayList<>();
    InfluxRowReader.read(
        new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)), rows::add);
    return rows;
  }
}
