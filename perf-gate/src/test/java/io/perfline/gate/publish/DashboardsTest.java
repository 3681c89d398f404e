package io.perfline.gate.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.perfline.gate.history.CaseStatus;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.publish.Dashboard.Asked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/** Tests the dashboards without a server. */
class DashboardsTest {

  private static final Path HOME = Path.of("..");
  private static final Pattern NAME = Pattern.compile("(AS )?\"([^\"]+)\"");
  private static final Pattern FROM =
      Pattern.compile("FROM (?:\"[a-z]+\"\\.)?(?:\"([^\"]+)\"|/\\^([^/]+)\\$/)");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([a-z_]+)(?::[a-z]+)?}");
  private static final Pattern LINE =
      Pattern.compile("\"target\" = '(\\w+)'.*\"case\" =~ /\\^(\\w+)\\\\/(\\w+)\\\\//");
  private static final Pattern CASES = Pattern.compile("\"case\" =~ /(.+?)/ GROUP");
  private static final Set<String> WITHOUT_PLUGINS =
      Set.of(
          "timeseries", "table", "state-timeline", "row", "text", "xychart", "stat", "candlestick");

  static List<Dashboard> dashboards() throws IOException {
    return Dashboard.all(HOME);
  }

  static Stream<Asked> queries() throws IOException {
    return dashboards().stream().flatMap(dashboard -> dashboard.queries().stream());
  }

  @ParameterizedTest
  @MethodSource("queries")
  void queriesUseOnlyPublishedFields(Asked asked) {
    Matcher from = FROM.matcher(asked.query());
    assertThat(from.find()).as("names its measurement").isTrue();
    String measurement = from.group(1) == null ? from.group(2) : from.group(1);
    List<InfluxSchema> written =
        InfluxSchema.ALL.stream()
            .filter(known -> known.measurement().matches(measurement))
            .toList();
    assertThat(written).as("who writes " + measurement).isNotEmpty();
    Set<String> aliases =
        NAME.matcher(asked.query())
            .results()
            .filter(name -> name.group(1) != null)
            .map(name -> name.group(2))
            .collect(Collectors.toSet());
    NAME.matcher(asked.query())
        .results()
        .filter(name -> name.group(1) == null)
        .map(name -> name.group(2))
        .filter(name -> !name.equals(measurement) && !name.equals(InfluxSchema.INTERVALS))
        .forEach(
            name ->
                assertThat(
                        Stream.concat(
                            aliases.stream(),
                            written.stream()
                                .flatMap(
                                    influxSchema ->
                                        Stream.of(influxSchema.tags(), influxSchema.fields()))
                                .flatMap(Collection::stream)))
                    .as(measurement)
                    .contains(name));
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void queriesUseOnlyDefinedVariables(Dashboard dashboard) {
    for (Asked asked : dashboard.queries()) {
      assertThat(VARIABLE.matcher(asked.query()).results().map(match -> match.group(1)))
          .as(asked.where())
          .allMatch(dashboard.variables()::contains);
    }
  }

  /** A line that only a failed run has, such as that of a server that ended, must not stay. */
  @Test
  void theReleaseGateShowsTheNewestRunOnly() throws IOException {
    assertThat(queries().filter(asked -> asked.where().startsWith("release-gate.json")))
        .filteredOn(asked -> asked.query().contains("last(\"severity\")"))
        .hasSize(3)
        .allMatch(asked -> asked.query().contains("AND \"run\" = '${candidate}' GROUP BY"));
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void panelsNeedNoPluginAndStateTheirUnits(Dashboard dashboard) {
    assertThat(dashboard.panels())
        .allSatisfy(
            panel -> {
              assertThat(panel.path("type").asText()).isIn(WITHOUT_PLUGINS);
              if (panel.path("type").asText().matches("timeseries|xychart|trend")) {
                assertThat(panel.at("/fieldConfig/defaults/unit").asText())
                    .as(panel.path("title").asText())
                    .isNotEmpty();
              }
            });
    assertThat(dashboard.json().findValues("datasource"))
        .extracting(source -> source.path("uid").asText())
        .containsOnly("perfline");
    assertThat(dashboard.panels())
        .extracting(panel -> panel.path("id").asInt())
        .doesNotHaveDuplicates();
  }

  /** Grafana stores none of a provider's dashboards if two have the same uid. */
  @Test
  void noTwoShareAUidOrTitle() throws IOException {
    assertThat(dashboards()).extracting(Dashboard::uid).doesNotHaveDuplicates().doesNotContain("");
    assertThat(dashboards())
        .extracting(dashboard -> dashboard.json().path("title").asText())
        .doesNotHaveDuplicates();
  }

  @Test
  void panelsDoNotOverlap() throws IOException {
    for (Dashboard dashboard : dashboards()) {
      boolean[][] taken = new boolean[400][24];
      for (JsonNode panel : dashboard.json().path("panels")) {
        JsonNode at = panel.path("gridPos");
        for (int y = at.path("y").asInt(); y < at.path("y").asInt() + at.path("h").asInt(); y++) {
          for (int x = at.path("x").asInt(); x < at.path("x").asInt() + at.path("w").asInt(); x++) {
            assertThat(taken[y][x]).as(dashboard.file() + ": " + panel.path("title")).isFalse();
            taken[y][x] = true;
          }
        }
      }
    }
  }

  /** An axis of numbers can't show them. */
  @Test
  void sweepsOverWordsAreInTheBattleTable() throws IOException {
    List<Pattern> tables =
        queries()
            .filter(asked -> asked.where().startsWith("battle.json"))
            .filter(asked -> asked.query().contains("ORDER BY time DESC LIMIT 1"))
            .flatMap(asked -> CASES.matcher(asked.query()).results())
            .map(match -> Pattern.compile(match.group(1)))
            .toList();

    assertThat(nightlySweepsOverWords())
        .contains("cassandra/consistency/", "redis/serialization/")
        .allMatch(sweep -> tables.stream().anyMatch(cases -> cases.matcher(sweep).find()));
  }

  /** A line of the battle shows one store and one target, so each one needs its own query. */
  @Test
  void theBattleQueriesEveryStoreAndTargetOfItsSweeps() throws IOException {
    Set<String> asked =
        queries()
            .filter(one -> one.where().startsWith("battle.json"))
            .flatMap(one -> LINE.matcher(one.query()).results())
            .map(line -> line.group(2) + "/" + line.group(3) + "/" + line.group(1))
            .collect(Collectors.toSet());
    Set<String> sweeps =
        asked.stream().map(line -> line.split("/", -1)[1]).collect(Collectors.toSet());

    assertThat(nightlySweeps(false))
        .filteredOn(line -> sweeps.contains(line.split("/", -1)[1]))
        .hasSizeGreaterThan(15)
        .isSubsetOf(asked);
  }

  private static List<String> nightlySweepsOverWords() throws IOException {
    return nightlySweeps(true).stream()
        .map(line -> line.substring(0, line.lastIndexOf('/') + 1))
        .toList();
  }

  /** Returns store, sweep and target of each nightly sweep over words or over numbers. */
  private static List<String> nightlySweeps(boolean words) throws IOException {
    List<String> names = new ArrayList<>();
    try (Stream<Path> files = Files.list(HOME.resolve("gatling-sims/workloads"))) {
      for (Path file : files.toList()) {
        JsonNode workload = new ObjectMapper().valueToTree(new Yaml().load(Files.readString(file)));
        for (Map.Entry<String, JsonNode> sweep : workload.path("sweeps").properties()) {
          if (sweep.getValue().at("/values/0").isTextual() == words
              && sweep.getValue().path("profiles").has("nightly")) {
            String name = workload.path("driver").asText() + "/" + sweep.getKey() + "/";
            JsonNode targets = sweep.getValue().path("targets");
            if (targets.isEmpty()) {
              names.add(name + "direct");
            }
            targets.forEach(target -> names.add(name + target.asText()));
          }
        }
      }
    }
    return names;
  }

  /**
   * A separate dashboard shows one case; fifty panels on one page would all send queries at once.
   */
  @Test
  void trendsHasNoPanelPerCaseAndFoldsUnchangedCases() throws IOException {
    JsonNode trends = trends();
    assertThat(trends.findValues("repeat")).isEmpty();
    assertThat(trends.path("panels"))
        .filteredOn(panel -> panel.path("title").asText().equals("Unchanged cases"))
        .singleElement()
        .satisfies(row -> assertThat(row.path("collapsed").asBoolean()).isTrue());
    assertThat(trends.at("/panels/0/type").asText()).isEqualTo("stat");
    assertThat(trends.at("/panels/2/targets/0/query").asText()).contains("\"unchanged\" = 0");
  }

  /** On a phone the first 390 pixels are visible. */
  @Test
  void statusCaseAndStartOfAChangeAreVisibleOnAPhone() throws IOException {
    JsonNode table = trends().at("/panels/2");
    int status = DashboardTablesTest.overridden(table, "custom.width").get("is").asInt();
    int name = DashboardTablesTest.overridden(table, "custom.minWidth").get("case").asInt();
    assertThat(table.at("/transformations/1/options/indexByName").toString())
        .startsWith("{\"state\":0,\"case\":1,\"change\":2");
    assertThat(status + name).isLessThan(250);
  }

  @Test
  void aStaleCaseIsNotColouredGreen() throws IOException {
    JsonNode states =
        DashboardTablesTest.overridden(trends().at("/panels/2"), "mappings").get("is");
    assertThat(states.findValues("stale").toString()).contains("purple").doesNotContain("green");
    assertThat(states.findValuesAsText("text"))
        .containsAll(Stream.of(CaseStatus.State.values()).map(CaseStatus.State::text).toList());
  }

  /** A colour marks a confirmed change, so it belongs to an end of the interval. */
  @Test
  void onlyEndsOfIntervalsAreColouredWhereTwoRunsAreCompared() throws IOException {
    assertThat(
            DashboardTablesTest.tables()
                .filter(table -> table.toString().contains("The two runs have")))
        .hasSize(2)
        .allSatisfy(
            table ->
                assertThat(DashboardTablesTest.overridden(table, "custom.cellOptions").keySet())
                    .containsExactlyInAnyOrder("at least", "at most"));
  }

  /** A shift concerns one case, so its line belongs to the dashboard of one case. */
  @Test
  void aShiftIsDrawnOnlyOnTheChartsOfItsMetric() throws IOException {
    for (Dashboard dashboard : dashboards()) {
      assertThat(dashboard.annotations())
          .filteredOn(annotation -> annotation.toString().contains("'shift'"))
          .allSatisfy(
              annotation -> {
                assertThat(annotation.at("/target/query").asText()).contains("= '${case}'");
                assertThat(annotation.at("/filter/exclude").asBoolean(true)).isFalse();
                assertThat(annotation.at("/filter/ids")).isNotEmpty();
              });
    }
  }

  private static JsonNode trends() throws IOException {
    return dashboards().stream()
        .filter(dashboard -> dashboard.uid().equals("perfline-trends"))
        .map(Dashboard::json)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theProvisionedDataSourceIsUsedAndContainsNoSecret() throws IOException {
    String text =
        Files.readString(HOME.resolve("dashboards/provisioning/datasources/perfline.yml"));
    Map<?, ?> source =
        (Map<?, ?>) ((List<?>) ((Map<?, ?>) new Yaml().load(text)).get("datasources")).get(0);

    assertThat(source.get("uid")).isEqualTo("perfline");
    assertThat(source.get("jsonData"))
        .isEqualTo(Map.of("version", "InfluxQL", "httpMode", "POST", "dbName", "perfline"));
    assertThat(source.get("secureJsonData"))
        .isEqualTo(Map.of("password", "${PERF_INFLUXDB_PASSWORD}"));
  }
}
