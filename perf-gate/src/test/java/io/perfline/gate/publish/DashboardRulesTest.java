package io.perfline.gate.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests what Grafana needs to draw a dashboard, not only to load it. */
class DashboardRulesTest {

  private static final Path HOME = Path.of("..");

  private static final Pattern AS = Pattern.compile("AS \"([^\"]+)\"");
  private static final Pattern RUN_TIME =
      Pattern.compile(
          "&time=\\$\\{__data\\.fields\\.(\\w+)\\.numeric}"
              + "&time\\.window=\\$\\{__data\\.fields\\.(\\w+)\\.numeric}");

  /** A panel and its position. */
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

  /** Without a target Grafana sends no query and draws nothing. */
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

  /**
   * There are thousands of them in 90 days, which would slow the page down and cover the charts.
   */
  @ParameterizedTest
  @MethodSource("dashboards")
  void frequentAnnotationsAreOffByDefault(Dashboard dashboard) {
    assertThat(dashboard.annotations())
        .filteredOn(annotation -> annotation.path("enable").asBoolean())
        .extracting(annotation -> annotation.at("/target/query").asText())
        .allMatch(query -> query.contains("'shift'") || query.contains("\"changed\" = true"));
  }

  /** Without its version a chart is treated as an older format and loses its options. */
  @ParameterizedTest
  @MethodSource("charts")
  void chartsOverNumbersNameTheirVersion(Placed chart) {
    JsonNode x = chart.panel().at("/options/series/0/x/matcher/options");
    assertThat(chart.panel().path("pluginVersion").asText()).isEqualTo("11.6.1");
    assertThat(chart.panel().at("/options/mapping").asText()).isEqualTo("auto");
    assertThat(chart.panel().at("/options/legend/showLegend").asBoolean()).isTrue();
    assertThat(x.asText()).isNotEmpty();
    assertThat(chart.panel().at("/targets/0/query").asText()).contains('"' + x.asText() + '"');
  }

  /** A single or constant value is not a range. */
  @ParameterizedTest
  @MethodSource("charts")
  void anAxisOfOneValueHasMargins(Placed chart) {
    String x = chart.panel().at("/options/series/0/x/matcher/options").asText();
    assertThat(properties(chart, x)).contains("custom.axisSoftMax", "custom.axisLabel");
  }

  /** Grafana strips common words from all names until some have no name. */
  @ParameterizedTest
  @MethodSource("charts")
  void namesInTheLegendHaveNoWordInCommon(Placed chart) {
    List<String> names = new ArrayList<>();
    names.add(chart.panel().at("/fieldConfig/defaults/displayName").asText());
    for (JsonNode target : chart.panel().path("targets")) {
      AS.matcher(target.path("query").asText()).results().forEach(name -> names.add(name.group(1)));
    }
    assertThat(names).noneMatch(name -> name.contains(" "));
  }

  /** A link to a run has the run's time; a link to another dashboard keeps the current time. */
  @ParameterizedTest
  @MethodSource("panels")
  void linksHaveATime(Placed placed) {
    String query = placed.panel().at("/targets/0/query").asText();
    for (JsonNode url : placed.panel().findValues("url")) {
      if (!url.asText().startsWith("/d/perfline-run?")) {
        assertThat(url.asText()).contains("${__url_time_range}");
        continue;
      }
      Matcher time = RUN_TIME.matcher(url.asText());
      assertThat(time.find()).as(url.asText()).isTrue();
      for (String field : List.of(time.group(1), time.group(2))) {
        assertThat(query).contains('"' + field + '"');
        assertThat(properties(placed, field)).containsExactly("custom.hidden");
      }
    }
  }

  /** Without data a chart over numbers shows "Err", unless it has a series. */
  @ParameterizedTest
  @MethodSource("charts")
  void chartsOverNumbersHaveAnInvisibleSeriesThatIsNeverEmpty(Placed chart) {
    assertThat(chart.panel().path("targets"))
        .filteredOn(target -> target.path("refId").asText().equals("guard"))
        .singleElement()
        .satisfies(
            target ->
                assertThat(target.path("query").asText())
                    .contains("FROM \"perf_published\"")
                    .doesNotContain("$"));
    // It has its own axis; a transparent colour would cause an error in drawing.
    assertThat(properties(chart, "guard")).contains("custom.hideFrom", "unit");
    assertThat(chart.panel().toString())
        .contains("{\"id\":\"custom.pointSize\",\"value\":{\"fixed\":0}}", "#808080");
  }

  /** A frame with several targets would be drawn as one line that jumps between them. */
  @ParameterizedTest
  @MethodSource("charts")
  void eachLineShowsOneTarget(Placed chart) {
    for (JsonNode target : chart.panel().path("targets")) {
      String query = target.path("query").asText();
      boolean oneTarget = query.contains("\"target\" = '");
      boolean published = query.contains("perf_published");
      boolean points =
          chart.panel().at("/fieldConfig/defaults/custom/show").asText().equals("points");
      boolean split =
          chart.panel().path("transformations").toString().contains("partitionByValues");
      assertThat(oneTarget || published || points || split).as(query).isTrue();
    }
  }

  /** Lines zigzag unless their points are in the order of the axis. */
  @ParameterizedTest
  @MethodSource("charts")
  void linesAreSorted(Placed chart) {
    if (!chart.panel().at("/fieldConfig/defaults/custom/show").asText().equals("points")) {
      String x = chart.panel().at("/options/series/0/x/matcher/options").asText();
      assertThat(chart.panel().path("transformations"))
          .filteredOn(each -> each.path("id").asText().equals("sortBy"))
          .singleElement()
          .satisfies(sort -> assertThat(sort.at("/options/sort/0/field").asText()).isEqualTo(x));
    }
  }

  /** Grafana splits only the first frame by values. */
  @ParameterizedTest
  @MethodSource("panels")
  void framesAreMergedBeforeBeingSplit(Placed placed) {
    List<String> ids = new ArrayList<>();
    placed.panel().path("transformations").forEach(each -> ids.add(each.path("id").asText()));
    if (ids.contains("partitionByValues")) {
      assertThat(ids.subList(0, ids.indexOf("partitionByValues"))).contains("merge");
    }
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void linksToOtherDashboardsKeepNoExtremeTimeRange(Dashboard dashboard) {
    assertThat(dashboard.json().at("/links/0/keepTime").asBoolean(true)).isFalse();
    assertThat(dashboard.json().path("graphTooltip").asInt()).as("shared crosshair").isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("tables")
  void tablesOrderTheirColumnsAndHaveATextForNoData(Placed table) {
    assertThat(table.panel().path("transformations"))
        .filteredOn(transformation -> transformation.path("id").asText().equals("organize"))
        .singleElement()
        .satisfies(organize -> assertThat(organize.at("/options/indexByName")).isNotEmpty());
    assertThat(table.panel().at("/fieldConfig/defaults/noValue").asText()).isNotEmpty();
    if (table.panel().at("/targets/0/query").asText().matches(".*GROUP BY .*\"case\".*")) {
      assertThat(properties(table, "case")).containsAnyOf("custom.width", "custom.minWidth");
    }
  }

  /** Without a time column a time would be shown as 1970. */
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
      Stream.of("change_percent", "p95", "error_rate", "throughput_per_s")
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
