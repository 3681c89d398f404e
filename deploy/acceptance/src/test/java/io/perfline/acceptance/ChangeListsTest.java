package io.perfline.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the lists of files to change in docs/internals/architecture.md against the code. */
class ChangeListsTest {

  private static final Path HOME = Checkout.home();
  private static final Path METRIC =
      HOME.resolve("perf-gate/src/main/java/io/perfline/gate/metric/Metric.java");

  /** Metrics that code may name, because it has a rule about their meaning. */
  private static final Set<String> WITH_RULES =
      Set.of(
          "THROUGHPUT", // the load itself; what an overloaded service still achieves
          "ERROR_RATE", // decides whether other metrics are valid
          "CATCH_UP", // may still grow when a run ends
          "STALLS", // counted in pairs of slices
          "SCORE_ERROR", // the uncertainty of the other scores
          "RESPONSE_TIME", // the distributions of times, of which there are two
          "SERVICE_TIME",
          "RESPONSE_TIME_P50", // columns of the report's table
          "RESPONSE_TIME_P95",
          "RESPONSE_TIME_P99",
          "RESPONSE_TIME_MAX");

  @Test
  void aMetricTakesAtMostFourFiles() throws IOException {
    assertThat(files("A new metric", "Tests:"))
        .contains("gate/metric/Metric.java")
        .hasSizeLessThanOrEqualTo(4);
  }

  /** A metric that is named elsewhere needs a further file, which the list would not contain. */
  @Test
  void onlyTheDeclarationNamesAMetric() throws IOException {
    String declared = Files.readString(METRIC);
    List<String> constants = found(declared, "(?m)^  ([A-Z][A-Z0-9_]+)\\(");
    List<String> words = found(declared, "\"([a-z]+[._][a-z._]+)\"");
    assertThat(constants).contains("CPU_TOTAL", "SCORE_COUNT", "SERVICE_TIME_MAX");
    assertThat(words).contains("cpu_total", "footprint.heap", "drain_lost");

    List<String> elsewhere = new ArrayList<>();
    for (Path file : judgingCode()) {
      String text = Files.readString(file);
      for (String name : found(text, "(?<![A-Za-z])Metric\\.([A-Z][A-Z0-9_]+)\\b")) {
        if (constants.contains(name) && !WITH_RULES.contains(name)) {
          elsewhere.add(HOME.relativize(file) + ": " + name);
        }
      }
      for (String word : words) {
        if (!WITH_RULES.contains(word.toUpperCase(Locale.ROOT))
            && text.contains('"' + word + '"')) {
          elsewhere.add(HOME.relativize(file) + ": " + word);
        }
      }
    }

    assertThat(elsewhere).isEmpty();
  }

  /**
   * Returns the main code of the gate and of what uses it, except the declaration and the names of
   * columns that are not of a single metric.
   */
  private static List<Path> judgingCode() throws IOException {
    List<Path> code = new ArrayList<>();
    for (String module : List.of("perf-gate", "perf-cli", "gatling-sims")) {
      try (Stream<Path> files = Files.walk(HOME.resolve(module).resolve("src/main/java"))) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .filter(file -> !file.equals(METRIC) && !file.endsWith("influx/Column.java"))
            .forEach(code::add);
      }
    }
    return code;
  }

  /** Returns the files that a paragraph names, from its title to the next word. */
  private static List<String> files(String title, String end) throws IOException {
    String page = Files.readString(HOME.resolve("docs/internals/architecture.md"));
    int from = page.indexOf("**" + title + ".**");
    assertThat(from).as(title).isPositive();
    String paragraph = page.substring(from, page.indexOf(end, from));
    return found(paragraph, "`([A-Za-z/-]+/[A-Za-z.-]+)`").stream().distinct().toList();
  }

  private static List<String> found(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().map(one -> one.group(1)).toList();
  }
}
