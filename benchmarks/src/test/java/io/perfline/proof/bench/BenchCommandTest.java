package io.perfline.proof.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.perfline.core.command.Command;
import io.perfline.core.command.Fault;
import io.perfline.sims.driver.DriverException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchCommandTest {

  private final Map<String, Benchmark> benchmarks = new LinkedHashMap<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir Path folder;
  private Path json;

  @BeforeEach
  void nameTheFile() {
    json = folder.resolve("bench.json");
  }

  @Test
  void exitsWith0IfEverythingWasMeasured() throws IOException {
    benchmarks.put("first", (context, results) -> results.add(row("first")));

    assertThat(run()).isZero();
    assertThat(out.toString()).contains("first  42.0 msg/s").doesNotContain("not measured");
    assertThat(names()).containsExactly("first");
  }

  @Test
  void aFailedPartDoesNotAffectOthers() throws IOException {
    benchmarks.put("first", (context, results) -> results.add(row("first")));
    benchmarks.put(
        "second",
        (context, results) -> {
          results.add(row("second/a"));
          throw Fault.noVerdict("no servlet\nthe server's log: boom");
        });
    benchmarks.put(
        "third",
        (context, results) -> {
          results.attempt(
              "third/a",
              () -> {
                throw new DriverException("no topic");
              });
          results.add(row("third/b"));
        });

    assertThat(run()).isEqualTo(3);
    assertThat(out.toString().lines().map(line -> line.split(" ")[0]))
        .containsExactly("", "first", "second/a", "second", "third/a", "third/b");
    assertThat(out.toString()).contains("no servlet", "no topic").doesNotContain("boom");
    assertThat(err.toString())
        .contains(
            "perfline-dev bench: not measured: second: no servlet\nthe server's log: boom",
            "perfline-dev bench: not measured: third/a: no topic");
    assertThat(names()).containsExactly("first", "second/a", "second", "third/a", "third/b");
  }

  @Test
  void reportsAndWritesEachPartBeforeTheNext() {
    List<String> before = new ArrayList<>();
    benchmarks.put("first", (context, results) -> results.add(row("first")));
    benchmarks.put(
        "second",
        (context, results) -> {
          before.add(err.toString());
          before.addAll(names());
        });

    assertThat(run()).isZero();
    assertThat(before.get(0)).contains("first  42.0 msg/s");
    assertThat(before.subList(1, before.size())).containsExactly("first");
  }

  @Test
  void anUnexpectedErrorKeepsMeasuredParts() throws IOException {
    benchmarks.put("first", (context, results) -> results.add(row("first")));
    benchmarks.put(
        "second",
        (context, results) -> {
          throw new IllegalStateException("a bug");
        });

    assertThat(run()).isEqualTo(3);
    assertThat(out.toString()).contains("first  42.0 msg/s");
    assertThat(err.toString()).contains("unexpected failure", "a bug");
    assertThat(names()).containsExactly("first");
  }

  @Test
  void refusesAnUnknownName() {
    assertThat(Command.run(new BenchCommand(), new PrintWriter(out), new PrintWriter(err), "cafka"))
        .isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "'cafka'",
            "kafka, cassandra, redis, etcd, kryonet, http, http2, grpc, recorder,",
            "recorder/recorded, engine and all");
  }

  @Test
  void measuresASinglePart() throws IOException {
    benchmarks.put("first", (context, results) -> results.add(row("first")));
    benchmarks.put("second", new InParts());

    assertThat(run("second/b")).isZero();
    assertThat(names()).containsExactly("second/b");
    assertThat(run("second/c")).isEqualTo(2);
    assertThat(err.toString()).contains("first, second, second/a, second/b and all");
  }

  private static final class InParts implements Benchmark {

    @Override
    public List<String> parts() {
      return List.of("a", "b");
    }

    @Override
    public void run(BenchContext context, BenchResults results)
        throws InterruptedException, IOException {
      for (String part : parts()) {
        results.attempt("second/" + part, () -> results.add(row("second/" + part)));
      }
    }
  }

  private int run(String... names) {
    List<String> words = new ArrayList<>(List.of(names));
    words.addAll(List.of("--json", json.toString()));
    return Command.run(
        new BenchCommand(benchmarks),
        new PrintWriter(out, true),
        new PrintWriter(err, true),
        words.toArray(String[]::new));
  }

  private List<String> names() throws IOException {
    JsonNode rows = new JsonMapper().readTree(json.toFile());
    return rows.findValuesAsText("name");
  }

  private static BenchRow row(String name) {
    return BenchRow.alone(name, List.of(Sample.counted(42, 1)));
  }
}
