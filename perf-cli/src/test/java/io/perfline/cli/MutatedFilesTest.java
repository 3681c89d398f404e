package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Command;
import io.perfline.core.command.Fault;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.gate.GateStage;
import io.perfline.sims.run.RunStage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that {@code perfline ci} finds mistakes in its files before it builds or loads anything.
 */
class MutatedFilesTest {

  private static final int FILES = 200;

  private static final String PLACE =
      "(perf|thresholds)\\.yml:\\d+:\\d+: \\S|there is no file .*: correct its name"
          + "|no case has the profile .*: name one with --profile|: at_most allows .*; set at_most";

  private static final String PERF_YML =
      """
      version: 1
      name: shop
      service:
        build: ./mvnw -q package
        command: java -jar target/shop.jar --server.port=${PORT}
        variables: {SHOP_DB: 'jdbc:h2:${SIDE_DIR}/shop', SHOP_PASSWORD: '${SHOP_PASSWORD}'}
        artifact: target/shop.jar
        ready: {get: /health, status: 204, within: 30 s}
        commit: {get: /version, json: /commit}
        metrics: /metrics
        auth: {bearer: '${SHOP_TOKEN}'}
      load:
        checkout:
          rate: 200/s
          arrivals: poisson
          timeout: 5 s
          data: {file: customers.csv, order: random}
          requests:
            - post: /orders
              headers: {Content-Type: application/json}
              body: {json: {customer: '${id}', key: '${uuid}'}}
              expect: {status: 201, json: {/state: NEW}, header: {Location: /orders/}}
              save: {order: {header: Location}, number: {json: /id}}
            - get: ${order}
              name: fetch
        browse:
          users: 100
          think_time: 2 s
          requests: [{get: /}, {get: '/search?q=shoes', name: search}]
          capacity: {users: 100, levels: 4, rise: add, hold: 20 s, within: 2 s}
        most:
          connections: 4
          requests: [{put: /visits, body: {file: order.json}, expect: {contains: NEW}}]
        billing:
          kafka: {topic: orders, key: '${id}', value: x, group: billing, bootstrap: '127.0.0.1:9092'}
          data: customers.csv
          rate: 50/s
        search:
          gatling: com.acme.SearchSimulation
          classpath: [target/test-classes]
          requests: [search]
          within: 5 min
      profiles:
        commit: {warm_up: 5 s, duration: 20 s}
        nightly: {warm_up: 10 s, duration: 1 min, at_most: 2 min}
      thresholds: thresholds.yml
      history: .perf/history
      """;

  private static final String THRESHOLDS =
      """
      version: 1
      defaults: {min_samples: 100}
      valid_run: {achieved_rate: ">= 90 %", generator_cpu: "<= 98 %", foreign_cpu: "<= 50 %"}
      baselines:
        previous: {paired: true}
        main: {branch: main, last: 20, min: 8, max_age: 60 d}
      thresholds:
        - id: errors
          case: checkout*
          metric: error_rate
          pass: "<= 1 %"
        - {id: p95, case: browse, metric: response_time.p95, pass: "<= 250 ms", warn: "<= 300 ms"}
        - {id: slower, case: paired/*, metric: service_time.mean, pass: "<= +5 %", baseline: previous}
        - {id: history, case: most, metric: service_time.p50, pass: "<= +10 %", baseline: main}
        - {id: lag, case: billing, metric: lag, pass: "<= 500 count", min_samples: 10}
      capacity:
        - id: users
          case: capacity/browse
          goal: {pages: 95 %, within: 2 s, errors: 5 %, confidence: 95 %}
          pass: ">= 100 users"
      waivers:
        - {threshold: p95, case: browse, ceiling: 400 ms, until: 2099-12-31, issue: SHOP-7, reason: known}
      """;

  private static final List<String> VALUES =
      List.of(
          "",
          "~",
          "[]",
          "{}",
          "[1, 2]",
          "{a: b}",
          "-1",
          "0",
          "1e400",
          "99999999999",
          "2026-02-30",
          "'",
          "\"",
          "${",
          "${}",
          "${x}",
          "${NOT_SET_ANYWHERE}",
          "&a [*a]",
          "*b",
          "!!int x",
          "\t",
          "http://",
          "/",
          "- -",
          "? x",
          "| x",
          "%",
          "@",
          ".inf",
          "true",
          "0 s",
          "10",
          "1000 h",
          "300 %",
          "<= 5 parsec",
          ">= 0 ms",
          "<= -5 %",
          "**",
          "nothing/of/this",
          "none.csv",
          "$.a");

  @TempDir private Path folder;

  @BeforeEach
  void writeWhatTheFilesName() throws IOException {
    Files.writeString(folder.resolve("customers.csv"), "id\n1\n2\n");
    Files.writeString(folder.resolve("order.json"), "{}");
    Files.writeString(folder.resolve("perf.yml"), PERF_YML);
    Files.writeString(folder.resolve("thresholds.yml"), THRESHOLDS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"perf.yml", "thresholds.yml"})
  void everyMutationIsAcceptedOrRefusedWithItsPosition(String name) throws IOException {
    Path file = folder.resolve(name);
    String whole = Files.readString(file);
    assertThat(check()).isEqualTo("");

    SplittableRandom random = new SplittableRandom(50);
    int refused = 0;
    for (int i = 0; i < FILES; i++) {
      String text = mutated(whole, random);
      Files.writeString(file, text);
      String output = check();
      if (!output.isEmpty()) {
        refused++;
        assertThat(output).as(text).containsPattern(PLACE);
      }
    }
    assertThat(refused).as("of %d", FILES).isBetween(FILES / 3, FILES);
  }

  /** Returns the error message; empty if both files are valid. */
  private String check() {
    StringWriter output = new StringWriter();
    PrintWriter err = new PrintWriter(output);
    int code =
        Command.call(
            "perfline ci",
            err,
            () -> {
              Project project = ProjectFile.read(folder.resolve("perf.yml"));
              new GateStage(new PrintWriter(new StringWriter()))
                  .check(
                      project.thresholds(), RunStage.planned(project, "commit", List.of()), null);
              return 0;
            });
    assertThat(code).as(output.toString()).isIn(0, Fault.CONFIGURATION);
    assertThat(output.toString()).doesNotContain("\tat ", "Exception");
    return output.toString();
  }

  /**
   * Applies one or two mutations: another value; a line deleted, duplicated, moved or cut; a
   * misspelt key.
   */
  private static String mutated(String whole, SplittableRandom random) {
    List<String> lines = new ArrayList<>(whole.lines().toList());
    for (int change = random.nextInt(1, 3); change > 0; change--) {
      int at = random.nextInt(lines.size());
      String line = lines.get(at);
      switch (random.nextInt(6)) {
        case 0, 1 -> lines.set(at, value(line, VALUES.get(random.nextInt(VALUES.size())), random));
        case 2 -> lines.remove(at);
        case 3 -> lines.add(at, line);
        case 4 -> lines.set(at, line.substring(0, random.nextInt(line.length() + 1)));
        default -> lines.set(at, line.replaceFirst("([a-z_]+):", "$1x:"));
      }
    }
    return String.join("\n", lines) + "\n";
  }

  /** Replaces the value of one of the line's keys. */
  private static String value(String line, String other, SplittableRandom random) {
    List<Integer> colons = new ArrayList<>();
    for (int at = line.indexOf(": "); at >= 0; at = line.indexOf(": ", at + 1)) {
      colons.add(at + 2);
    }
    if (colons.isEmpty()) {
      return line + " " + other;
    }
    int from = colons.get(random.nextInt(colons.size()));
    String rest = line.substring(from);
    int end = rest.startsWith("{") || rest.startsWith("[") ? rest.length() : end(rest);
    return line.substring(0, from) + other + rest.substring(end);
  }

  private static int end(String rest) {
    int comma = rest.indexOf(", ");
    return comma < 0 ? rest.length() : comma;
  }
}
