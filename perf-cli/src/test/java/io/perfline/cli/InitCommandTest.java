package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.perfline.cli.pipeline.Stages;
import io.perfline.core.command.Command;
import io.perfline.core.project.ProgramLoad;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.project.TopicLoad;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.thresholds.ValidRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the files of {@code ./perfline init} are valid. */
class InitCommandTest {

  @TempDir private Path folder;
  private final StringWriter output = new StringWriter();

  @Test
  void writesForAnAddress() {
    assertThat(init("--url", "https://shop.example.org")).as(output.toString()).isZero();

    assertThat(project().service().url()).hasToString("https://shop.example.org");
    assertThat(ThresholdsFile.read(folder.resolve("thresholds.yml")).comparesInPairs()).isFalse();
    assertThat(output.toString()).contains("perfline ci");
  }

  @Test
  void writesForACommandAndItsBuild() {
    int code = init("--command", "java -jar 'a.jar' ${PORT}", "--build", "make");

    assertThat(code).as(output.toString()).isZero();
    assertThat(project().service().command()).isEqualTo("java -jar 'a.jar' ${PORT}");
    assertThat(project().service().build()).isEqualTo("make");
    Thresholds thresholds = ThresholdsFile.read(folder.resolve("thresholds.yml"));
    assertThat(thresholds.comparesInPairs()).isTrue();
    assertThat(thresholds.validRun().foreignCpu()).as("load of other processes").isNotNull();
    assertThat(thresholds.thresholds())
        .as("an error rate that no comparison allows")
        .anyMatch(one -> !one.relative() && one.metric() == Metric.ERROR_RATE);
  }

  /** A leak of 100 bytes per request is twice the limit, which MemoryComparisonTest detects. */
  @Test
  void limitsCpuATailAndLeaks() {
    init("--command", "java -jar a.jar ${PORT}");

    Thresholds thresholds = ThresholdsFile.read(folder.resolve("thresholds.yml"));
    Map<Metric, Double> limits =
        thresholds.thresholds().stream()
            .filter(Threshold::relative)
            .filter(limit -> limit.baseline().equals("previous"))
            .collect(Collectors.toMap(Threshold::metric, limit -> limit.pass().bound()));
    assertThat(limits)
        .containsEntry(Metric.CPU, 5.0)
        .containsEntry(Metric.CPU_TOTAL, 5.0)
        .containsEntry(Metric.SERVICE_TIME_MEAN, 5.0)
        .containsEntry(Metric.SERVICE_TIME_P99, 25.0)
        .containsEntry(Metric.GROWTH, 50.0);
  }

  /** A service with ten scenarios needs no other budgets, neither by day nor by night. */
  @Test
  void theBudgetsGrowWithTheScenarios() throws IOException {
    init("--command", "java -jar a.jar ${PORT}");
    String more =
        IntStream.range(1, 10)
            .mapToObj("  page%d: {connections: 1, requests: [{get: /}]}\n"::formatted)
            .collect(Collectors.joining());
    Path file = folder.resolve("perf.yml");
    Files.writeString(file, Files.readString(file).replace("\nload:\n", "\nload:\n" + more));

    Stages stages = Stages.printingTo(new PrintWriter(output));
    List<CatalogueEntry> plan = stages.plan(project(), "commit", List.of());
    assertThat(plan).extracting(CatalogueEntry::name).contains("paired/page9", "paired/home");
    stages.check(folder.resolve("thresholds.yml"), plan, "commit");
  }

  /** Files that state these rules must not be looser than files that leave them out. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "thresholds.yml",
        "deploy/jenkins/history-thresholds.yml",
        "deploy/jenkins/release-thresholds.yml"
      })
  void noShippedFileIsLooserThanTheDefaults(String shipped) {
    init("--command", "java -jar a.jar ${PORT}");
    ValidRun defaults =
        ThresholdsFile.read(
                "t.yml",
                "version: 1\nthresholds:\n"
                    + "  - {id: a, case: b, metric: cpu, pass: '<= 1 ms'}\n")
            .validRun();

    for (Path file : List.of(folder.resolve("thresholds.yml"), Path.of("..", shipped))) {
      ValidRun rules = ThresholdsFile.read(file).validRun();
      assertThat(rules.achievedRate().laxerThan(defaults.achievedRate())).as("%s", file).isFalse();
      assertThat(rules.generatorCpu().laxerThan(defaults.generatorCpu())).as("%s", file).isFalse();
      assertThat(rules.errorRate().laxerThan(defaults.errorRate())).as("%s", file).isFalse();
    }
  }

  @Test
  void theDocumentedLineAddsAK6Script() throws IOException, InterruptedException {
    init("--command", "java -jar target/shop.jar --server.port=${PORT}");
    String edit =
        Files.readAllLines(Path.of("../docs/perf-yml.md")).stream()
            .filter(line -> line.startsWith("$ sed -i"))
            .findFirst()
            .orElseThrow()
            .substring(2);

    int code = new ProcessBuilder("sh", "-c", edit).directory(folder.toFile()).start().waitFor();

    assertThat(code).isZero();
    ProgramLoad load = project().loads(ProgramLoad.class).get("checkout");
    assertThat(load.command()).contains("k6 run", "load/checkout.js");
    assertThat(load.compare()).isNotNull();
    assertThat(ThresholdsFile.read(folder.resolve("thresholds.yml")).thresholds())
        .filteredOn(Threshold::relative)
        .isNotEmpty()
        .allMatch(limit -> limit.cases().matches("paired/checkout"));
  }

  @ParameterizedTest
  @CsvSource({
    "--url, https://shop.example.org",
    "--war, target/shop.war",
    "--command, java -jar a.jar ${PORT}",
    "--command, java -jar a.jar"
  })
  void absoluteLimitsHaveNoVerdictOnABusyMachine(String kind, String service) {
    init(kind, service);

    assertThat(ThresholdsFile.read(folder.resolve("thresholds.yml")).validRun().foreignCpu())
        .isNotNull()
        .isEqualTo(ThresholdsFile.read(Path.of("../thresholds.yml")).validRun().foreignCpu());
  }

  @Test
  void writesForAWar() {
    assertThat(init("--war", "target/shop.war")).as(output.toString()).isZero();

    assertThat(project().service().war()).isEqualTo("target/shop.war");
    assertThat(output.toString()).contains("there is no target/shop.war yet");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          <web-app xmlns="http://java.sun.com/xml/ns/javaee" version="3.0">         | 9    | web.xml of version 3.0
          <web-app xmlns="http://xmlns.jcp.org/xml/ns/javaee" version='4.0'>        | 9    | web.xml of version 4.0
          <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">       | 10.1 | web.xml of version 6.0
          <j:web-app xmlns:j="https://jakarta.ee/xml/ns/jakartaee" version="6.1">   | 11   | web.xml of version 6.1
          <web-app>javax/servlet/Servlet                                            | 9    | the classes in WEB-INF/classes/
          <web-app>jakarta/servlet/Servlet                                          | 10.1 | the classes in WEB-INF/classes/
          <web-app>jakarta/servlet/Servlet javax/servlet/Servlet                    | -    | doesn't show which servlets
          <web-app>                                                                 | -    | doesn't show which servlets
          """)
  void choosesTheTomcatVersionByTheWar(String content, String version, String reason)
      throws IOException {
    writeWar(folder.resolve("shop.war"), content);

    assertThat(init("--war", "shop.war")).as(output.toString()).isZero();

    assertThat(project().service().tomcatVersion()).isEqualTo(version);
    assertThat(output.toString()).contains(reason);
  }

  /** Writes a WAR with the same text as descriptor and as a class. */
  private static void writeWar(Path file, String content) throws IOException {
    try (ZipOutputStream war = new ZipOutputStream(Files.newOutputStream(file))) {
      for (String name : List.of("WEB-INF/web.xml", "WEB-INF/classes/shop/Cart.class")) {
        war.putNextEntry(new ZipEntry(name));
        war.write(content.getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  @Test
  void writesForALibraryWithBenchmarks() {
    assertThat(init("--jmh", "target/benchmarks.jar")).as(output.toString()).isZero();

    assertThat(project().service().isLibrary()).isTrue();
    assertThat(project().service().ready()).isNull();
    ProgramLoad load = project().loads(ProgramLoad.class).get("benchmarks");
    assertThat(load.command()).contains("target/benchmarks.jar");
    assertThat(load.compare().length()).hasSeconds(5);
    Thresholds thresholds = ThresholdsFile.read(folder.resolve("thresholds.yml"));
    assertThat(thresholds.thresholds()).allMatch(Threshold::relative).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource({
    "--war, target/shop.war, 8",
    "--command, java -jar a.jar ${PORT}, 7",
    "--command, exec /opt/jdk/bin/java -jar a.jar ${PORT}, 7",
    "--command, java -Xmx512m -jar a.jar ${PORT}, 8",
    "--command, node shop.js ${PORT}, 2",
    "--command, ./java-shop.sh ${PORT}, 2"
  })
  void limitsTheCostPerMessageIfItIsMeasured(String kind, String service, int compared) {
    init(kind, service);

    assertThat(ThresholdsFile.read(folder.resolve("thresholds.yml")).judging(false).thresholds())
        .filteredOn(Threshold::relative)
        .hasSize(compared);
  }

  @Test
  void writesForACommandWithoutAPort() {
    assertThat(init("--command", "java -jar a.jar")).as(output.toString()).isZero();

    assertThat(project().service().ready()).isNull();
    assertThat(project().loads(TopicLoad.class)).containsOnlyKeys("billing");
    assertThat(ThresholdsFile.read(folder.resolve("thresholds.yml")).comparesInPairs()).isFalse();
    assertThat(output.toString()).contains("The command has no ${PORT}");
  }

  @Test
  void doesNotOverwriteFiles() throws IOException {
    Files.writeString(folder.resolve("thresholds.yml"), "mine");

    assertThat(init("--war", "shop.war")).isEqualTo(2);
    assertThat(folder.resolve("perf.yml")).doesNotExist();
    assertThat(folder.resolve("thresholds.yml")).hasContent("mine");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--command | echo no database >&2; exit 3 # ${PORT}  | it ended before it answered",
        "--war     | target/shop.war                         | target/shop.war",
        "--url     | http://127.0.0.1:1                      | http://127.0.0.1:1 is not reachable"
      })
  void aServiceThatDoesNotStartIsReportedInTheFile(String kind, String service, String why)
      throws IOException {
    assertThat(look(kind, service)).as(output.toString()).isZero();

    assertThat(project().service().ready().get()).isEqualTo("/");
    assertThat(folder.resolve("perf.yml")).content().containsPattern("# perfline init: .*" + why);
    assertThat(output.toString()).contains("correct perf.yml");
    assertThat(folder.resolve("thresholds.yml")).exists();
  }

  @Test
  void aBuildThatFailsIsReportedInTheFile() throws IOException {
    assertThat(look("--command", "exit 3 # ${PORT}", "--build", "exit 4")).isZero();

    assertThat(folder.resolve("perf.yml"))
        .content()
        .contains("# perfline init: the build failed, so the service was not started\n");
    assertThat(output.toString()).contains("was not started; correct perf.yml");
  }

  @Test
  void asksAnAddressForItsHealthOnly() throws IOException {
    List<String> requests = new CopyOnWriteArrayList<>();
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          requests.add(path);
          exchange.sendResponseHeaders(path.equals("/q/health") ? 200 : 404, -1);
          exchange.close();
        });
    server.start();
    try {
      assertThat(look("--url", "http://127.0.0.1:" + server.getAddress().getPort())).isZero();
    } finally {
      server.stop(0);
    }

    assertThat(requests).containsExactly("/actuator/health", "/q/health");
    assertThat(project().service().ready().get()).isEqualTo("/q/health");
    assertThat(output.toString()).contains("ready  GET /q/health is answered with 200");
  }

  @Test
  void refusesInvalidArguments() {
    assertThat(init("--command", " ")).isEqualTo(2);
    assertThat(init("--url", "shop")).isEqualTo(2);
    assertThat(init()).isEqualTo(2);
    assertThat(folder).isEmptyDirectory();
  }

  private Project project() {
    return ProjectFile.read(folder.resolve("perf.yml"));
  }

  /** Runs the command without starting the service. */
  private int init(String... words) {
    return look(Stream.concat(Stream.of("--no-start"), Stream.of(words)).toArray(String[]::new));
  }

  private int look(String... words) {
    PrintWriter out = new PrintWriter(output, true);
    return Command.run(new InitCommand(folder), out, out, words);
  }
}
