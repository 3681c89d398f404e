package io.perfline.proof.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableTest {

  private static final List<BenchRow> ROWS =
      List.of(
          new BenchRow(
              "kafka",
              "msg/s",
              412_345,
              400_000.0,
              "ProducerPerformance",
              List.of(1.0, 1.03, 1.5),
              1.0,
              1.234,
              12.34,
              2.5,
              ""),
          BenchRow.figure("engine/closedModel/time", "ns/msg", 151.4, 150),
          BenchRow.missing("http", "wrk is not in the PATH\nand more"));

  @TempDir Path folder;

  @Test
  void showsResultsAndWhetherTheyMeetTheGoal() {
    assertThat(BenchResults.table(ROWS))
        .containsExactly(
            "                         ours           p50      p99    server CPU  peer"
                + "                          ratio [95 %] (least to most)  aim",
            "kafka                    412,345 msg/s  1.23 ms  12 ms  2.5 µs/msg  400,000"
                + "  ProducerPerformance  1.03 (1.00–1.50, 3 pairs)     1.00         reached",
            "engine/closedModel/time  151 ns/msg     –        –      –           –"
                + "                             –                             at most 150  short",
            "http                     –              –        –      –           –"
                + "                             –                             –"
                + "            wrk is not in the PATH");
  }

  @Test
  void writesJsonWithNullForMissingValues() throws Exception {
    Path file = folder.resolve("bench.json");

    BenchResults.writeFile(file, ROWS);

    JsonNode rows = new JsonMapper().readTree(file.toFile());
    assertThat(rows.get(0))
        .hasToString(
            "{\"name\":\"kafka\",\"ours\":412345.0,\"peer\":400000.0,\"unit\":\"msg/s\","
                + "\"ratio_median\":1.03,\"ratio_low\":null,\"ratio_high\":null,\"ratio_min\":1.0,\"ratio_max\":1.5,\"pairs\":3,"
                + "\"aim\":1.0,\"p50_ms\":1.234,\"p99_ms\":12.34,\"server_cpu_us\":2.5,"
                + "\"note\":null}");
    assertThat(rows.get(2).get("ours").isNull()).isTrue();
    assertThat(rows.get(2).get("ratio_median").isNull()).isTrue();
    assertThat(rows.get(2).get("note").textValue()).startsWith("wrk is not in the PATH");
  }
}
