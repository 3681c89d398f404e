package io.perfline.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Judges original results of runs that other tools pass. Taurus runs JMeter and leaves its results.
 */
class PeersResultsTest {

  private static final String LIMIT = "service_time.p95";

  @TempDir private Path folder;
  private ImportStand stand;

  @BeforeEach
  void stand() {
    stand = new ImportStand(folder);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource
  void hasNoVerdict(String what, String tool, String file, String name, String message)
      throws IOException {
    assertThat(stand.results(tool, file)).as(stand.printed()).isZero();

    assertThat(stand.gate(ImportStand.limit(name, LIMIT, "< 500 ms"))).isEqualTo(3);

    assertThat(stand.printed()).contains(message);
  }

  static Stream<Arguments> hasNoVerdict() {
    return Stream.of(
        arguments("refused", "k6", "k6-refused.json.gz", "k6/home", "not one request succeeded"),
        arguments("refused", "jmeter", "jmeter-refused.jtl", "jmeter/home", "not one request"),
        arguments("refused", "locust", "locust-refused.csv", "locust/home", "not one request"),
        arguments("refused", "gatling", "gatling-refused.log", "gatling/visit/home", "not one"),
        arguments("HTTP 500", "k6", "k6-http-500.json.gz", "k6/broken", "HTTP 500="),
        arguments("HTTP 500", "jmeter", "jmeter-http-500.jtl", "jmeter/broken", "HTTP 500="),
        arguments("HTTP 500", "locust", "locust-http-500.csv", "locust/broken", "500 Server"),
        arguments("HTTP 500", "gatling", "gatling-http-500.log", "gatling/visit/broken", "500="));
  }

  @ParameterizedTest
  @CsvSource({"k6, k6-nothing.json.gz", "locust, locust-nothing.csv"})
  void rejectsAnEmptyResult(String tool, String file) {
    assertThat(stand.results(tool, file)).isEqualTo(3);

    assertThat(stand.printed()).contains("nothing was measured");
  }

  @ParameterizedTest
  @CsvSource({
    "k6, k6.json.gz, k6/home", "jmeter, jmeter.jtl, jmeter/home",
    "locust, locust-requests.csv, locust/home", "gatling, gatling-3.16.0.log, gatling/visit/home"
  })
  void failsOnEveryMistakeInTheLimits(String tool, String file, String name) throws IOException {
    assertThat(stand.results(tool, file)).isZero();
    String limit = ImportStand.limit(name, LIMIT, "< 5 s");

    assertThat(stand.gate(limit)).as(stand.printed()).isZero();
    assertThat(stand.gate(limit.replace("home", "hmoe"))).isEqualTo(2);
    assertThat(stand.printed()).contains("did you mean '" + name + "'");
    assertThat(stand.gate(limit.replace("pass:", "pas:"))).isEqualTo(2);
    assertThat(stand.gate(ImportStand.TAKEN + "thresholds: []\n")).isEqualTo(2);
    assertThat(stand.gate(limit.replace("< 5 s", "<= +5 %"))).isEqualTo(2);
    assertThat(stand.gate(limit.replace("< 5 s", "<= +5 %\", baseline: \"main"))).isEqualTo(2);
    assertThat(stand.gate(limit.replace("unwatched_generator: true", "error_rate: \"<= 5 %\"")))
        .as("a generator that may have been short of CPU")
        .isEqualTo(3);
    assertThat(stand.printed()).contains("the load generator's CPU was not measured");
  }

  @ParameterizedTest
  @CsvSource({
    "k6, k6.csv",
    "jmeter, jmeter.jtl",
    "locust, locust-requests.csv",
    "gatling, gatling-3.16.0.log",
    "vegeta, vegeta.json",
    "h2load, h2load.log"
  })
  void rejectsATruncatedFile(String tool, String file) throws IOException {
    byte[] whole = Files.readAllBytes(ImportStand.RESULTS.resolve(file));
    Path cut = Files.write(folder.resolve(file), Arrays.copyOf(whole, whole.length - 2));

    List<Path> files =
        tool.equals("h2load")
            ? List.of(cut, ImportStand.RESULTS.resolve("h2load.out"))
            : List.of(cut);

    assertThat(stand.files(tool, files)).isEqualTo(3);

    assertThat(stand.printed()).contains("cut off");
  }
}
