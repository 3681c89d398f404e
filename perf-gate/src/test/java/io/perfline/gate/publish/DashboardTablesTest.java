package io.perfline.gate.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the tables of the dashboards without a server. */
class DashboardTablesTest {

  private static final Path HOME = Path.of("..");

  /** On a screen of 1,600 pixels the page is 1,250 pixels wide, next to Grafana's menu. */
  @ParameterizedTest
  @MethodSource("tables")
  void tablesFitTheWidthOfThePage(JsonNode table) {
    Set<String> hidden = overridden(table, "custom.hidden").keySet();
    int width =
        Stream.of("custom.width", "custom.minWidth")
            .flatMap(property -> overridden(table, property).entrySet().stream())
            .filter(column -> !hidden.contains(column.getKey()))
            .mapToInt(column -> column.getValue().asInt())
            .sum();

    assertThat(width * 24)
        .as(table.path("title").asText())
        .isLessThanOrEqualTo(1_230 * table.path("gridPos").path("w").asInt());
  }

  /** A wider page widens the column that has no fixed width; Grafana divides by their number. */
  @ParameterizedTest
  @MethodSource("tables")
  void oneColumnFillsTheRestOfThePage(JsonNode table) {
    assertThat(overridden(table, "custom.minWidth")).as(table.path("title").asText()).hasSize(1);
  }

  /** Grafana gives a cell without a value the colour below the lowest threshold. */
  @ParameterizedTest
  @MethodSource("tables")
  void aCellWithoutAValueHasNoColour(JsonNode table) {
    Set<String> byThreshold = new HashSet<>(overridden(table, "thresholds").keySet());
    overridden(table, "custom.cellOptions").entrySet().stream()
        .filter(column -> byThreshold.contains(column.getKey()))
        .filter(column -> column.getValue().path("type").asText().startsWith("color"))
        .forEach(
            column ->
                assertThat(overridden(table, "mappings").get(column.getKey()).toString())
                    .as(column.getKey())
                    .contains("\"match\":\"null\"", "\"color\":\"transparent\""));
  }

  /** Grafana before 12.2 doesn't sort by a hidden column. */
  @ParameterizedTest
  @MethodSource("tables")
  void tablesAreSortedByAColumnThatIsShown(JsonNode table) {
    Set<String> hidden = overridden(table, "custom.hidden").keySet();

    assertThat(table.path("options").path("sortBy"))
        .as(table.path("title").asText())
        .noneMatch(sort -> hidden.contains(sort.path("displayName").asText()));
  }

  /** Without an override, each empty cell shows the text of an empty table. */
  @ParameterizedTest
  @MethodSource("tables")
  void emptyCellsShowADash(JsonNode table) {
    if (table.path("fieldConfig").path("defaults").has("noValue")) {
      assertThat(overridden(table, "noValue")).as(table.path("title").asText()).containsKey("/.*/");
    }
  }

  /**
   * The theme's text colour as a background is white in the dark theme and black in the light one.
   */
  @ParameterizedTest
  @MethodSource("tables")
  void noCellHasTheColourOfTextAsItsBackground(JsonNode table) {
    for (JsonNode override : table.path("fieldConfig").path("overrides")) {
      String text = override.toString();
      if (text.contains("color-background")) {
        assertThat(text).as(table.path("title").asText()).doesNotContain("\"color\":\"text\"");
      }
    }
  }

  static Stream<JsonNode> tables() throws IOException {
    List<JsonNode> tables = new ArrayList<>();
    try (Stream<Path> files = Files.list(HOME.resolve("dashboards/definitions"))) {
      for (Path file : files.sorted().toList()) {
        collectTables(new ObjectMapper().readTree(file.toFile()).path("panels"), tables);
      }
    }
    return tables.stream();
  }

  private static void collectTables(JsonNode panels, List<JsonNode> tables) {
    for (JsonNode panel : panels) {
      if (panel.path("type").asText().equals("table")) {
        tables.add(panel);
      }
      collectTables(panel.path("panels"), tables);
    }
  }

  /** Returns the overridden values of a property by column or column pattern. */
  static Map<String, JsonNode> overridden(JsonNode table, String property) {
    Map<String, JsonNode> values = new HashMap<>();
    for (JsonNode override : table.path("fieldConfig").path("overrides")) {
      for (JsonNode each : override.path("properties")) {
        if (each.path("id").asText().equals(property)) {
          values.put(override.path("matcher").path("options").asText(), each.path("value"));
        }
      }
    }
    return values;
  }
}
