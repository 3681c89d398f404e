package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests programs as loads in comparisons of two commits: runs alternate between both builds. */
class ComparedProgramsIT {

  private static final String PROJECT =
      """
      version: 1
      name: orders
      service:
        command: PORT=${PORT} exec '%s' -Dsun.net.httpserver.nodelay=true -cp "$CLASSES" %s
        variables: {CLASSES: '%s'}
        ready: {get: /health, within: 60 s}
      load:
      %s
      profiles: {commit: {warm_up: 1 s, DURATIONS}}
      """;

  private static final String THRESHOLDS =
      """
      version: 1
      defaults: {min_samples: 1}
      valid_run: {generator_cpu: "<= 100 %", achieved_rate: ">= 1 %"}
      baselines: {previous: {paired: true}}
      thresholds:
        - {id: slower, case: paired/*, metric: METRIC, pass: "LIMIT %", baseline: previous, confidence: SURE %}
      """;

  /** Prints the seconds of ten requests over one connection. */
  private static final String CURL =
      """
        orders:
          command: >-
            curl -sf -o /dev/null -w '%{time_total}\\n' "${url}/orders/[1-10]"
            | awk '{sum += $1} END {print sum}'
          metric: {seconds: last_line}
          compare: true
      """;

  private static final String BENCHMARK =
      """
      package codec;

      import org.openjdk.jmh.annotations.Benchmark;

      public class Codec {
        @Benchmark
        public long encode() {
          long state = 88172645463325252L;
          for (int i = 0; i < %d; i++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
          }
          return state;
        }
      }
      """;

  /** Sources of the loads for real tools. */
  private static final String TOOLS = "../perf-gate/src/test/tools/";

  @TempDir private Path folder;
  private OwnProject project;

  @BeforeEach
  void makeProject() throws IOException, InterruptedException {
    project = new OwnProject(folder);
    project.write("delay.txt", "2");
    project.write("work.txt", "0");
  }

  @Test
  void aCommandThatPrintsATimeFailsIfTheServiceIsSlower() throws Exception {
    first(
        CURL,
        "service_time.p50",
        30,
        90,
        "warm_up_most: 2 s, duration: 6 s"); // decided by twelve pairs
    project.write("delay.txt", "20");
    project.commit("slower");

    assertThat(project.ci("slowed", "--no-why", "--only", "paired/orders"))
        .as(project.output())
        .isEqualTo(1);

    CaseResult compared = compared("slowed");
    assertThat(compared.valid()).as(compared.problems().toString()).isTrue();
    assertThat(compared.pairs()).hasSizeGreaterThanOrEqualTo(12);
    assertThat(compared.pairs()).allMatch(pair -> pair.candidate().requests() == 1);
    assertThat(compared.server().cpuUs()).isPositive();
  }

  /** Each takes up to ten minutes on two cores. */
  @ParameterizedTest
  @ValueSource(strings = {"command", "gatling", "jmeter"})
  @Tag("acceptance")
  void tenPercentMoreCpuFailsAndAnUnchangedServicePasses(String kind) throws Exception {
    project.write("delay.txt", "0");
    project.write("work.txt", "1000000");
    first(busy(kind), "cpu", 3, 99, "duration: 2 s");
    project.write("notes.txt", "Nothing that runs.");
    project.commit("unchanged");

    assertThat(project.ci("unchanged", "--measure")).as(project.output()).isZero();
    assertThat(project.output()).as("not only undecided").contains("\nPASS  ");

    project.write("work.txt", "1120000"); // 10 % more CPU time and allocation per request
    project.commit("busier");

    assertThat(project.ci("busier")).as(project.output()).isEqualTo(1);
    assertThat(compared("busier").valid()).isTrue();
  }

  private static String busy(String kind) throws Exception {
    return switch (kind) {
      case "command" -> CURL.replace("[1-10]", "[1-1500]");
      case "gatling" ->
          """
            orders:
              gatling: %s
              classpath: %s
              properties: {baseUrl: '${url}'}
              compare: {length: 4 s, runs: 36} # in one JVM, 18 deployments fit in ten minutes
          """
              .formatted(SampleSimulation.class.getName(), classes(SampleSimulation.class));
      default ->
          """
            orders:
              command: >-
                "$java" -cp '%s' JmeterLoad "${port}" a,b,c,d "${results}".jtl
                && mv "${results}".jtl "${results}"
              results: jmeter
              compare: true
          """
              .formatted(jmeter());
    };
  }

  private static Path classes(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** Compiles a load for JMeter and returns its class path. */
  private static String jmeter() throws Exception {
    String libraries = libraries("jmeter.pom");
    Path classes = Files.createTempDirectory("jmeter");
    run("javac", "-nowarn", "-d", classes.toString(), "-cp", libraries, TOOLS + "JmeterLoad.java");
    return classes + File.pathSeparator + libraries;
  }

  @Test
  @Tag("acceptance")
  void benchmarksOfALibraryFailIfSlowerAndPassIfUnchanged() throws Exception {
    project.write(".gitignore", ".perf\nruns\ntarget\n");
    project.write(
        "build.sh",
        """
        set -e
        libraries='%s'
        mkdir -p target/classes
        javac -nowarn -d target/classes -cp "$libraries" Codec.java
        { echo 'Main-Class: org.openjdk.jmh.Main'; printf 'Class-Path: .'
          for jar in $(echo "$libraries" | tr ':' ' '); do printf '\n  file:%%s' "$jar"; done; echo
        } > target/manifest
        jar cfm target/benchmarks.jar target/manifest -C target/classes .
        """
            .formatted(libraries("jmh.pom")));
    project.write("Codec.java", BENCHMARK.formatted(10_000));
    project.write(
        "perf.yml",
        """
        version: 1
        name: codec
        service: {build: bash build.sh, artifact: target/benchmarks.jar}
        load: {codec: {jmh: target/benchmarks.jar, options: -bm avgt -tu ns, compare: {length: 3 s}}}
        profiles: {commit: {warm_up: 1 s, duration: 2 s}}
        """);
    project.write("thresholds.yml", thresholds("throughput", ">= -3", 99));
    project.commit("first");
    project.write("notes.txt", "Nothing that runs.");
    project.commit("unchanged");

    assertThat(project.ci("unchanged", "--measure")).as(project.output()).isZero();
    assertThat(project.output()).as("not only undecided").contains("\nPASS  ");

    project.write("Codec.java", BENCHMARK.formatted(11_000));
    project.commit("slower");

    assertThat(project.ci("slower")).as(project.output()).isEqualTo(1);
    assertThat(compared("slower").figures()).containsKey("score.time");
  }

  /** Resolves the class path of a tool with Maven. */
  private static String libraries(String pom) throws Exception {
    Path file = Files.createTempFile("libraries", ".txt");
    run(
        "../mvnw",
        "-B",
        "-q",
        "-f",
        TOOLS + pom,
        "dependency:build-classpath",
        "-Dmdep.outputFile=" + file);
    return Files.readString(file).strip();
  }

  private static void run(String... command) throws Exception {
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  private void first(String load, String metric, int limit, int confidence, String durations)
      throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
    String classes = System.getProperty("java.class.path");
    project.write(
        "perf.yml",
        PROJECT
            .replace("DURATIONS", durations)
            .formatted(java, SampleService.class.getName(), classes, load.stripTrailing()));
    project.write("thresholds.yml", thresholds(metric, "<= +" + limit, confidence));
    project.commit("first");
  }

  private static String thresholds(String metric, String limit, int confidence) {
    return THRESHOLDS
        .replace("METRIC", metric)
        .replace("LIMIT", limit)
        .replace("SURE", "" + confidence);
  }

  private CaseResult compared(String run) {
    List<CaseResult> cases = RunFile.read(folder.resolve("runs").resolve(run)).cases();
    return cases.get(cases.size() - 1);
  }
}
