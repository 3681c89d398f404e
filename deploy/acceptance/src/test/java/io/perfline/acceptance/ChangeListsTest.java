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

  private static final String LOAD_TOOL = "gate/imported/LoadTool.java";
  private static final String PROGRAM_LOADS = "core/project/ProgramLoads.java";
  private static final String[] USING_SERVICES = {
    "deploy", "perf-gate", "gatling-sims", "perf-cli"
  };

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

  /** A tool that code names elsewhere needs a further file, which the list would not contain. */
  @Test
  void anImporterTakesAtMostThreeFiles() throws IOException {
    assertThat(files("A new importer for another load tool", "If the file"))
        .containsExactly("docs/import.md", LOAD_TOOL, PROGRAM_LOADS);
    String tools = "\"[^\"\n]*\\b(artillery|vegeta|locust)\\b|\\b(ARTILLERY|VEGETA|LOCUST)\\b";
    assertThat(naming(tools, "perf-core", "perf-gate", "perf-cli"))
        .filteredOn(file -> !file.matches("gate/imported/(Artillery|Vegeta|Locust)\\w+\\.java"))
        .containsExactlyInAnyOrder(LOAD_TOOL, PROGRAM_LOADS);
  }

  @Test
  void aKeyOfServiceTakesTwoFiles() throws IOException {
    String service = "core/project/ServiceUnderTest.java";
    assertThat(files("A new key of `service`", "\n\n")).containsExactly(service);
    for (String key : List.of("context", "ready", "metrics", "notRunning")) {
      assertThat(naming("service(\\(\\))?\\." + key + "\\(\\)", USING_SERVICES))
          .as("the classes that act on %s", key)
          .filteredOn(file -> !file.equals(service))
          .hasSize(1);
    }
  }

  @Test
  void aCommandTakesTwoFiles() throws IOException {
    assertThat(files("A new command", "Options")).containsExactly("cli/Main.java");
    for (String file : naming("(?m)^@(CommandLine\\.)?Command\\(", USING_SERVICES)) {
      String command = file.replaceAll(".*/|\\.java", "");
      if (!command.equals("Main")) {
        assertThat(naming("\\b" + command + "\\.class\\b|new " + command + "\\(", USING_SERVICES))
            .as("the classes that list %s", command)
            .filteredOn(other -> !other.equals(file))
            .filteredOn(other -> !other.equals("cli/mcp/VerdictTools.java")) // calls one of them
            .containsExactly("cli/Main.java");
      }
    }
  }

  @Test
  void aStoreOfTheRecorderTakesThreeFiles() throws IOException {
    String kind = "recorder/app/StoreKind.java";
    String names = "recorder/core/SettingName.java";
    assertThat(files("A new store of the recorder", "The load"))
        .contains(kind, names)
        .doesNotContain("recorder/core/SettingsReader.java");
    assertThat(naming("(?i)cassandra", "perf-app"))
        .filteredOn(file -> !file.startsWith("recorder/store/cassandra/"))
        .containsExactlyInAnyOrder(kind, names);
  }

  /** A list with a file that was renamed or deleted misleads whoever follows it. */
  @Test
  void everyListedClassExists() throws IOException {
    List<String> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(HOME)) {
      files
          .map(file -> HOME.relativize(file).toString())
          .filter(file -> file.matches("[\\w/-]+/src/[\\w/-]+\\.java"))
          .forEach(all::add);
    }
    String page = Files.readString(HOME.resolve("docs/internals/architecture.md"));
    assertThat(found(page, "`([A-Za-z0-9/-]+/[A-Za-z0-9]+\\.java)`"))
        .isNotEmpty()
        .allSatisfy(listed -> assertThat(all).anyMatch(file -> file.endsWith("/" + listed)));
  }

  /** Returns the files of the main code that match a pattern, from their first package on. */
  private static List<String> naming(String pattern, String... modules) throws IOException {
    Pattern searched = Pattern.compile(pattern);
    List<String> found = new ArrayList<>();
    for (Path file : mainCode(List.of(modules))) {
      if (searched.matcher(Files.readString(file)).find() && !file.endsWith("package-info.java")) {
        found.add(file.toString().replaceFirst(".*/java/io/perfline/", ""));
      }
    }
    return found;
  }

  /**
   * Returns the main code of the gate and of what uses it, except the declaration and the names of
   * columns that are not of a single metric.
   */
  private static List<Path> judgingCode() throws IOException {
    return mainCode(List.of("perf-gate", "perf-cli", "gatling-sims")).stream()
        .filter(file -> !file.equals(METRIC) && !file.endsWith("influx/Column.java"))
        .toList();
  }

  private static List<Path> mainCode(List<String> modules) throws IOException {
    List<Path> code = new ArrayList<>();
    for (String module : modules) {
      try (Stream<Path> files = Files.walk(HOME.resolve(module).resolve("src/main/java"))) {
        files.filter(file -> file.toString().endsWith(".java")).forEach(code::add);
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
