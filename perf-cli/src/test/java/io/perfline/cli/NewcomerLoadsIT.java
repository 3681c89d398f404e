package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.perfline.core.command.Command;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunFile;
import io.perfline.sims.run.TryCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests loads written by newcomers with services that are not written in Java. */
class NewcomerLoadsIT {

  private static final String LONG = "{warm_up: 1 s, duration: 5 s}";
  private static final String SHORT = "{warm_up: 200 ms, duration: 1 s}";

  @TempDir private Path folder;
  private final StringWriter shown = new StringWriter();
  private OwnProject project;

  @BeforeEach
  void makeProject() throws IOException, InterruptedException {
    project = new OwnProject(folder);
  }

  @Test
  void escapesValuesInJson() throws Exception {
    write("json-template", "perf.yml", "d.csv");

    assertThat(ci("python3")).as(project.output()).isZero();

    assertThat(seen().stream().filter(line -> line.startsWith("{")).map(this::value))
        .containsExactlyInAnyOrder("he asks \"hi\"", "C:\\temp", "two\nlines");
  }

  @Test
  void encodesAPathAndRefusesAFragment() throws Exception {
    write("raw-path", "perf.yml");

    assertThat(ci("python3")).as(project.output()).isEqualTo(2);
    assertThat(project.output()).contains("perf.yml:4:41: what follows a '#' is never sent");

    project.write("perf.yml", yml("raw-path").replace("#frag", ""));
    assertThat(ci("python3")).as(project.output()).isZero();
    assertThat(seen()).contains("GET /a%20b?q=%C3%A4 HTTP/1.1");
  }

  @Test
  void decodesACompressedResponseForItsCheck() throws Exception {
    write("gzip-json", "perf.yml");

    assertThat(ci("python3")).as(project.output()).isZero();
  }

  @Test
  void aCheckMayUseAValueOfTheSession() throws Exception {
    write("expect-template", "perf.yml", "d.csv");

    assertThat(ci("python3")).as(project.output()).isZero();

    project.write(
        "perf.yml", yml("expect-template").replace("{/name: '${name}'}", "{/name: anna}"));
    assertThat(ci("python3")).as(project.output()).isEqualTo(1);
    assertThat(Files.readString(only("login/login-service.failures.json")))
        .contains("json /name", "FAIL", "bert");
  }

  @Test
  void tryShowsRequestsResponsesAndChecks() throws Exception {
    write("expect-template", "perf.yml", "d.csv");
    assumeRuns("python3");

    assertThat(tried()).as(shown::toString).isZero();
    assertThat(shown.toString())
        .contains("> POST /login HTTP/1.1", "> {\"name\":\"anna\"}", "< {\"name\":\"anna\"}")
        .contains("ok    status 200", "ok    json /name: \"anna\"", "PASS  login");

    project.write("perf.yml", yml("expect-template").replace("{/name: '${name}'}", "{/name: eva}"));
    assertThat(tried()).as(shown::toString).isEqualTo(1);
    assertThat(shown.toString())
        .contains("FAIL  json /name: \"anna\", expected \"eva\"", "FAIL  login: json /name");
  }

  private int tried() {
    PrintWriter out = new PrintWriter(shown, true);
    return Command.run(new TryCommand(), out, out, "--file", folder.resolve("perf.yml").toString());
  }

  @Test
  void suggestsTheJsonPointerForAJsonPath() throws Exception {
    write("expect-jsonpath", "perf.yml", "d.csv");

    assertThat(ci("python3")).as(project.output()).isEqualTo(2);

    assertThat(project.output())
        .contains("perf.yml:8:73: '$.name' is not a JSON pointer; write '/name'")
        .doesNotContain("\tat ");
  }

  @Test
  @Tag("acceptance")
  void anOpenModelOpensAsManyConnectionsAsItNeeds() throws Exception {
    write("open-default-connections", "perf.yml");
    project.write("service.py", text("open-default-connections/service.py"));

    assertThat(ci("python3")).as(project.output()).isZero();

    List<CaseResult> cases = RunFile.read(only()).cases();
    double usual = cases.get(0).responseTime().percentileUs(95);
    double enough = cases.get(1).responseTime().percentileUs(95);
    assertThat(usual).isBetween(0.7 * enough, 1.4 * enough);
  }

  @Test
  @Tag("acceptance")
  void reopensAConnectionThatWasClosedWhileIdle() throws Exception {
    write("idle-connection", "perf.yml");
    project.write("app.js", text("idle-connection/app.js"));

    assertThat(ci("node")).as(project.output()).isZero();

    assertThat(RunFile.read(only()).cases().get(0).errors()).isEmpty();
  }

  private void write(String name, String... files) throws IOException {
    for (String file : files) {
      project.write(file, file.equals("perf.yml") ? yml(name) : text(name + "/" + file));
    }
    project.write("echo.py", text("echo.py"));
    project.write("shop.py", text("shop.py"));
    project.write(
        "thresholds.yml",
        text(name + "/thresholds.yml")
            .replace("version: 1", "version: 1\ndefaults: {min_samples: 5}"));
  }

  private static String yml(String name) throws IOException {
    return text(name + "/perf.yml").replace("../", "").replace(LONG, SHORT);
  }

  /** Runs ci; skips the test if the service cannot run here. */
  private int ci(String interpreter) throws Exception {
    assumeRuns(interpreter);
    project.commit("The service");
    return project.ci("run-" + System.nanoTime());
  }

  private static void assumeRuns(String interpreter) {
    assumeThatCode(() -> new ProcessBuilder(interpreter, "--version").start().waitFor())
        .doesNotThrowAnyException();
  }

  private Path only() throws IOException {
    return only("");
  }

  /** Returns a file of the first run that contains it. */
  private Path only(String file) throws IOException {
    try (var runs = Files.list(folder.resolve("runs"))) {
      return runs.map(run -> run.resolve(file)).filter(Files::exists).findFirst().orElseThrow();
    }
  }

  private List<String> seen() throws IOException {
    return Files.readAllLines(folder.resolve("seen.txt"));
  }

  private String value(String json) {
    try {
      return new JsonMapper().readTree(json).path("q").asText();
    } catch (IOException e) {
      throw new AssertionError(json, e);
    }
  }

  private static String text(String resource) throws IOException {
    try (InputStream in = NewcomerLoadsIT.class.getResourceAsStream("/services/" + resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
