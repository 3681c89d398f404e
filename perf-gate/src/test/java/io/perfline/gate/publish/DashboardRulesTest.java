package io.perfline.gate.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Grafana needs so that a dashboard is not only loaded, but drawn. */
class DashboardRulesTest {

  private static final Path HOME = Path.of("..");

  /** A panel and where it stands. */
  record Placed(String where, JsonNode panel) {
    boolean is(String type) {
      return panel.path("type").asText().equals(type);
    }

    @Override
    public String toString() {
      return where;
    }
  }

  static List<Dashboard> dashboards() throws IOException {
    return Dashboard.all(HOME);
  }

  static Stream<Placed> panels() throws IOException {
    return dashboards().stream()
        .flatMap(
            dashboard ->
                dashboard.panels().stream()
                    .map(panel -> new Placed(dashboard.file() + ": " + panel.path("title"), panel)))
        .filter(placed -> !placed.is("row"));
  }

  static Stream<Placed> tables() throws IOException {
    return panels().filter(placed -> placed.is("table"));
  }

  static Stream<Placed> charts() throws IOException {
    return panels().filter(placed -> placed.is("xychart"));
  }

  /** Without a target Grafana asks nothing, and draws nothing. */
  @ParameterizedTest
  @MethodSource("dashboards")
  void annotationsHaveATarget(Dashboard dashboard) {
    assertThat(dashboard.annotations())
        .allSatisfy(
            annotation -> {
              JsonNode target = annotation.path("target");
              assertThat(target.path("refId").asText()).isEqualTo("Anno");
              assertThat(target.path("query").asText()).contains("$timeFilter");
              assertThat(target.path("rawQuery").asBoolean()).isTrue();
              assertThat(target.path("fromAnnotations").asBoolean()).isTrue();
              assertThat(target.path("query").asText())
                  .contains('"' + target.path("textColumn").asText() + '"');
            });
  }

  /** Of which there are thousands in 90 days: a carpet, for which the page waits. */
  @ParameterizedTest
  @MethodSource("dashboards")
  void whatEveryBuildLeavesIsNotMarkedUnlessAskedFor(Dashboard dashboard) {
    assertThat(dashboard.annotations())
        .filteredOn(annotation -> annotation.path("enable").asBoolean())
        .extracting(annotation -> annotation.at("/target/query").asText())
        .allMatch(query -> query.contains("'shift'") || query.contains("\"changed\" = true"));
  }

  /** Without its version a chart is taken for one of an older format, and loses its options. */
  @ParameterizedTest
  @MethodSource("charts")
  void chartsOverNumbersSayWhichVersionTheyAreOf(Placed chart) {
    JsonNode x = chart.panel().at("/options/series/0/x/matcher/options");
    assertThat(chart.panel().path("pluginVersion").asText()).isEqualTo("11.6.1");
    assertThat(chart.panel().at("/options/mapping").asText()).isEqualTo("auto");
    assertThat(chart.panel().at("/options/legend/showLegend").asBoolean()).isTrue();
    assertThat(x.asText()).isNotEmpty();
    assertThat(chart.panel().at("/targets/0/query").asText()).contains('"' + x.asText() + '"');
  }

  /** One value alone, or always the same, is no range. */
  @ParameterizedTest
  @MethodSource("charts")
  void anAxisOfOneValueHasARoomOfItsOwn(Placed chart) {
    String x = chart.panel().at("/options/series/0/x/matcher/options").asText();
    assertThat(properties(chart, x)).contains("custom.axisSoftMax", "custom.axisLabel");
  }

  /** Grafana strips what all names have in common, word by word, until some have no name. */
  @ParameterizedTest
  @MethodSource("charts")
  void namesInTheLegendHaveNoWordInCommon(Placed chart) {
    List<String> names = new ArrayList<>();
    JsonNode custom = chart.panel().path("fieldConfig");
    names.add(custom.at("/defaults/displayName").asText());
    custom
        .path("overrides")
        .forEach(
            override ->
                override
                    .path("properties")
                    .forEach(
                        property -> {
                          if (property.path("id").asText().equals("displayName")
                              && !override.at("/matcher/options").asText().equals("sweep_value")) {
                            names.add(property.path("value").asText());
                          }
                        }));
    assertThat(names).noneMatch(name -> name.contains(" "));
  }

  @ParameterizedTest
  @MethodSource("panels")
  void linksToARunHaveItsTime(Placed placed) {
    assertThat(placed.panel().findValues("url"))
        .extracting(JsonNode::asText)
        .allMatch(
            url ->
                url.contains("time=${__data.fields.run_middle_ms.numeric}")
                    && url.contains("time.window=${__data.fields.run_window_ms.numeric}"));
    if (!placed.panel().findValues("url").isEmpty()) {
      assertThat(placed.panel().at("/targets/0/query").asText())
          .contains("\"run_middle_ms\"", "\"run_window_ms\"");
      assertThat(properties(placed, "run_middle_ms")).containsExactly("custom.hidden");
    }
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void goingToAnotherDashboardDoesNotTakeAYearOrASecondAlong(Dashboard dashboard) {
    assertThat(dashboard.json().at("/links/0/keepTime").asBoolean(true)).isFalse();
    assertThat(dashboard.json().path("graphTooltip").asInt()).as("shared crosshair").isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("tables")
  void tablesOrderTheirColumnsAndSayWhenTheyAreEmpty(Placed table) {
    assertThat(table.panel().path("transformations"))
        .filteredOn(transformation -> transformation.path("id").asText().equals("organize"))
        .singleElement()
        .satisfies(organize -> assertThat(organize.at("/options/indexByName")).isNotEmpty());
    assertThat(table.panel().at("/fieldConfig/defaults/noValue").asText()).isNotEmpty();
    if (table.panel().at("/targets/0/query").asText().contains("GROUP BY")) {
      assertThat(properties(table, "case")).contains("custom.width");
    }
  }

  /** A point in time of a table that has none is 1970. */
  @ParameterizedTest
  @MethodSource("tables")
  void tablesOfAggregatesShowNoTime(Placed table) {
    if (table.panel().at("/targets/0/query").asText().contains("mean(")) {
      assertThat(table.panel().at("/transformations/0/options/excludeByName/Time").asBoolean())
          .isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("panels")
  void figuresHaveAUnit(Placed placed) {
    if (!placed.is("table")) {
      assertThat(placed.panel().at("/fieldConfig/defaults/unit").asText()).isNotEmpty();
    } else {
      Stream.of("change", "change_percent", "p95", "error_rate", "throughput_per_s")
          .filter(name -> placed.panel().at("/transformations/0/options").toString().contains(name))
          .forEach(
              name ->
                  assertThat(placed.panel().at("/fieldConfig/overrides").toString())
                      .as(name)
                      .contains("\"unit\""));
    }
  }

  /** main-10000 comes before main-9999. */
  @Test
  void runsAreSortedByTheirNumberNewestFirst() throws IOException {
    assertThat(
            dashboards().stream()
                .flatMap(
                    dashboard ->
                        dashboard.json().at("/templating/list").findParents("name").stream()))
        .filteredOn(variable -> variable.path("name").asText().matches("run|other"))
        .hasSize(3)
        .extracting(variable -> variable.path("sort").asInt())
        .containsOnly(8);
  }

  private static List<String> properties(Placed placed, String field) {
    List<String> ids = new ArrayList<>();
    for (JsonNode override : placed.panel().at("/fieldConfig/overrides")) {
      if (Objects.equals(override.at("/matcher/options").asText(), field)) {
        override.path("properties").forEach(property -> ids.add(property.path("id").asText()));
      }
    }
    return ids;
  }
}
