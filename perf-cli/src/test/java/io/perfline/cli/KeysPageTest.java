package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.ProjectFile;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.thresholds.ThresholdsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/**
 * Compares {@code docs/keys.md} with the declarations of the files. {@code ./mvnw test -pl perf-cli
 * -am -Dtest=KeysPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dperf.help=write} writes it.
 */
class KeysPageTest {

  private static final Path DOCUMENT = Path.of("../docs/keys.md");

  private static final String INTRODUCTION =
      """
      # Keys of the files

      The build writes this page from the declarations of the files, which the parser also uses. A dot leads to the keys of a
      section, `[]` to those of each entry of a list, and `NAME` is a name of your choice. Required keys are **bold**.
      `perfline gate --schema` prints the keys of `thresholds.yml` as a JSON Schema for editors, `perfline try --schema`
      those of `perf.yml`. To update the page after a change of a key, run:

      ```bash
      ./mvnw test -pl perf-cli -am -Dtest=KeysPageTest -Dperf.help=write -Dsurefire.failIfNoSpecifiedTests=false
      ```
      """;

  @Test
  void describesEveryKey() throws IOException {
    String written = page();
    if ("write".equals(System.getProperty("perf.help"))) {
      Files.writeString(DOCUMENT, written);
    }

    assertThat(DOCUMENT)
        .as("regenerate it: see CONTRIBUTING.md, Generated files")
        .content()
        .isEqualTo(written);
  }

  private static String page() {
    List<String> parts = new ArrayList<>(List.of(INTRODUCTION));
    parts.add("## thresholds.yml\n\n" + keys(ThresholdsFile.schema()));
    parts.add(
        Stream.of(Metric.values())
            .map(
                metric ->
                    "| `%s` | %s | %s |\n"
                        .formatted(metric.id(), metric.unit().symbol(), metric.description()))
            .collect(
                Collectors.joining(
                    "", "### Metrics\n\n| `metric` | unit | meaning |\n|---|---|---|\n", "")));
    parts.add("## perf.yml\n\n" + keys(ProjectFile.schema()));
    ProjectFile.loads()
        .forEach((key, load) -> parts.add("### A load with `%s`\n\n%s".formatted(key, keys(load))));
    parts.add("## Environment files\n\n" + keys(Environment.schema()));
    return String.join("\n", parts);
  }

  private static String keys(JsonNode schema) {
    List<String> rows = new ArrayList<>();
    add("", schema, rows);
    return "| key | meaning |\n|---|---|\n" + String.join("", rows);
  }

  private static void add(String prefix, JsonNode schema, List<String> rows) {
    List<String> required =
        StreamSupport.stream(schema.path("required").spliterator(), false)
            .map(JsonNode::asText)
            .toList();
    schema
        .path("properties")
        .fields()
        .forEachRemaining(
            key -> {
              String name = "`" + prefix + key.getKey() + "`";
              rows.add(
                  "| %s | %s%s |\n"
                      .formatted(
                          required.contains(key.getKey()) ? "**" + name + "**" : name,
                          key.getValue().path("description").asText().replace("|", "\\|"),
                          values(key.getKey(), key.getValue())));
              if (!key.getKey().equals("mix") && !key.getKey().equals("load")) {
                nested(prefix + key.getKey(), key.getValue(), rows);
              }
            });
  }

  private static void nested(String path, JsonNode schema, List<String> rows) {
    add(path + ".", schema, rows);
    schema
        .path("patternProperties")
        .fields()
        .forEachRemaining(any -> nested(path + ".NAME", any.getValue(), rows));
    if (schema.has("items")) {
      nested(path + "[]", schema.get("items"), rows);
    }
    schema.path("anyOf").forEach(each -> nested(path, each, rows));
  }

  /** Returns the words that a key may have, if there are few. */
  private static String values(String key, JsonNode schema) {
    JsonNode words = schema.has("items") ? schema.get("items").path("enum") : schema.path("enum");
    boolean listed = words.size() < 2 || words.get(0).isBoolean() || key.equals("metric");
    return listed
        ? ""
        : StreamSupport.stream(words.spliterator(), false)
            .map(word -> "`" + word.asText() + "`")
            .collect(Collectors.joining(", ", " One of ", "."));
  }
}
