package io.perfline.proof.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.perfline.core.command.Command;
import io.perfline.deploy.process.SystemTool;
import io.perfline.proof.bench.HttpBench.Wrk;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs every comparison to its end, without assertions about speed. */
@Timeout(600)
class BenchIT {

  private static final boolean WRK = SystemTool.onPath(Wrk.NAME).isPresent();

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir Path folder;

  @Test
  void comparesADriverHttpAndTheEngine() throws Exception {
    List<String> http =
        WRK ? List.of("http", "http/templates", "http/open", "http/tls") : List.of("http");
    List<String> expected = new ArrayList<>(List.of("redis", "redis/no subscriber"));
    expected.addAll(http);
    expected.addAll(
        List.of(
            "engine/closedModel/time",
            "engine/closedModel/garbage",
            "engine/openModel/time",
            "engine/openModel/garbage"));
    assertThat(names(bench("redis", "http", "engine"))).isEqualTo(expected);
  }

  @Test
  @Tag("acceptance")
  void comparesTheOtherDriversAndEveryEntryPointAndStoreOfTheRecorder() throws Exception {
    assertThat(names(bench("kafka", "etcd", "kryonet", "cassandra", "recorder")))
        .containsExactly(
            "kafka",
            "etcd",
            "kryonet",
            "cassandra/rows",
            "cassandra/batches of 64",
            "recorder/http/empty servlet",
            "recorder/http/memory",
            "recorder/http/kafka",
            "recorder/http/cassandra",
            "recorder/http_by_4/empty servlet",
            "recorder/http_by_4/memory",
            "recorder/http_by_4/kafka",
            "recorder/http_by_4/cassandra",
            "recorder/kryonet/bare peer",
            "recorder/kryonet/memory",
            "recorder/kryonet/kafka",
            "recorder/kryonet/cassandra",
            "recorder/kafka/bare topic",
            "recorder/kafka/memory",
            "recorder/kafka/kafka",
            "recorder/kafka/cassandra");
  }

  /** Runs benchmarks; only wrk may be missing, which must then be reported. */
  private JsonNode bench(String... names) throws Exception {
    Path json = folder.resolve("bench.json");
    List<String> args = new ArrayList<>(List.of(names));
    args.addAll(List.of("--pairs", "1", "--turn-ms", "200", "--warm-up-ms", "200"));
    args.addAll(List.of("--json", json.toString()));
    int code =
        Command.run(
            new BenchCommand(),
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            args.toArray(String[]::new));
    List<String> missing = List.of(names).contains("http") && !WRK ? List.of("http") : List.of();
    assertThat(code).as(() -> err.toString()).isEqualTo(missing.isEmpty() ? 0 : 3);
    JsonNode rows = new JsonMapper().readTree(json.toFile());
    List<String> without = new ArrayList<>();
    rows.forEach(
        row -> {
          if (row.get("ours").isNull()) {
            without.add(row.get("name").textValue());
          }
        });
    assertThat(without).isEqualTo(missing);
    return rows;
  }

  private static List<String> names(JsonNode rows) {
    return rows.findValuesAsText("name");
  }
}
