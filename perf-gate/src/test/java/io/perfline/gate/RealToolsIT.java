package io.perfline.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunFile;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs the real tools from their registries: the import reads as many requests as the service
 * answered. {@code ./perfline-dev acceptance RealToolsIT} runs it; a build runs {@code
 * FreshResultsTest}.
 */
@Tag("acceptance")
class RealToolsIT {

  /** A tool may end while each of its four users waits for a response. */
  private static final int UNDER_WAY = 4;

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "jmeter, jmeter.jtl",
    "gatling, gatling-3.16.0.log",
    "locust, locust-requests.csv",
    "locust, 'locust_stats.csv,locust_stats_history.csv,locust_failures.csv'",
    "artillery, artillery.json",
    "vegeta, vegeta.json"
  })
  void readsEveryRequest(String tool, String names) throws Exception {
    make(tool);
    ImportStand stand = new ImportStand(folder);
    List<Path> files = Stream.of(names.split(",")).map(folder::resolve).toList();

    assertThat(stand.files(tool, files)).as(stand.printed()).isZero();

    Map<String, Long> read = new HashMap<>();
    for (CaseResult result : RunFile.read(stand.run()).cases()) {
      read.put(result.name().replaceAll(".*[/ ]", ""), result.requests() + result.errorCount());
      assertThat(result.requests() == 0)
          .as(result.name())
          .isEqualTo(result.name().endsWith("broken"));
    }
    // Locust's statistics lack its last seconds
    int missing = names.contains("stats") ? 100 : UNDER_WAY;
    counts(tool)
        .forEach(
            (path, count) ->
                assertThat(read.get(path)).as(path).isCloseTo(count, within((long) missing)));
  }

  @Test
  void readsEveryModeOfJmh() throws Exception {
    make("jmh");
    for (String file : List.of("jmh-avgt.json", "jmh-thrpt.json", "jmh-sample.json.gz")) {
      ImportStand stand = new ImportStand(Files.createDirectories(folder.resolve("of-" + file)));
      assertThat(stand.files("jmh", List.of(folder.resolve(file)))).as(stand.printed()).isZero();
      assertThat(stand.one("jmh/shop.Bench.sort/size=10").figures())
          .containsKey(file.contains("thrpt") ? "score.rate" : "score.time");
      assertThat(stand.one("jmh/shop.Bench.sort/size=10/gc.alloc.rate.norm").figures())
          .containsKey("score.bytes");
    }
  }

  private void make(String tool) throws IOException, InterruptedException {
    Path output = folder.resolve("make.txt");
    ProcessBuilder make =
        new ProcessBuilder("bash", "src/test/tools/make.sh", tool)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    make.environment()
        .putAll(
            Map.of(
                "OUT",
                folder.toString(),
                "WORK",
                Files.createDirectories(Path.of("target/tools").toAbsolutePath()).toString(),
                "GATLING",
                "3.16.0",
                "PORT",
                Integer.toString(freePort())));
    assertThat(make.start().waitFor()).as(Files.readString(output)).isZero();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private Map<String, Long> counts(String tool) throws IOException {
    Map<String, Long> counts = new HashMap<>();
    for (String line : Files.readAllLines(folder.resolve(tool + ".counts"))) {
      String[] words = line.split(" ");
      if (words.length == 2) {
        counts.put(words[0], Long.parseLong(words[1]));
      }
    }
    assertThat(counts).containsKeys("home", "order", "broken");
    return counts;
  }
}
