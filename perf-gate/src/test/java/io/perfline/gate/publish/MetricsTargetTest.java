package io.perfline.gate.publish;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.CodedInputStream;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.perfline.core.command.Command;
import io.perfline.core.command.Fault;
import io.perfline.core.file.Json;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.ServerMemory;
import io.perfline.core.run.ServerMemory.LiveSet;
import io.perfline.core.run.ServerMemory.OfBuild;
import io.perfline.core.run.ServerMemory.OfDeployment;
import io.perfline.core.run.Unchanged;
import io.perfline.gate.sample.SampleVerdicts;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xerial.snappy.Snappy;

class MetricsTargetTest {

  private static final String CASE = "http/\"record\"";

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private HttpServer server;
  private String path;
  private Map<String, List<String>> headers;
  private byte[] body;
  private int status = 200;
  private String answer = "{}";

  @BeforeEach
  void startServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/", this::handle);
    server.start();
    Run run =
        run(
            "r1",
            START,
            measured(CASE, times(1000, 3000))
                .with(new ServerCost(500.0, 4000.0, 600.0, Map.of("db", 300.0), "threads"))
                .with(memory())
                .withFigures(Map.of("recovery", 7.0)));
    RunFile.write(folder, run);
    VerdictFile.write(
        folder,
        SampleVerdicts.verdict(run, SampleVerdicts.line("p95", CASE, Finding.EXCEEDED, 300.0)));
  }

  private static ServerMemory memory() {
    OfBuild build =
        new OfBuild(
            List.of(new LiveSet(0, 5_000_000), new LiveSet(100, 5_001_000)),
            9L,
            8L,
            Map.of("db", 7L));
    return new ServerMemory(List.of(new OfDeployment(1, build, build)), "pid 7");
  }

  @AfterEach
  void stopServer() {
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    path = exchange.getRequestURI().toString();
    headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.putAll(exchange.getRequestHeaders());
    body = exchange.getRequestBody().readAllBytes();
    byte[] content = answer.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, content.length);
    exchange.getResponseBody().write(content);
    exchange.close();
  }

  @Test
  void sendsEveryMetricOverOtlp() throws IOException {
    assertThat(publish("otlp=" + url(""))).as(err.toString()).isZero();

    assertThat(path).isEqualTo("/v1/metrics");
    assertThat(headers.get("Content-Type")).containsExactly("application/json");
    JsonNode resource = Json.MAPPER.readTree(body).path("resourceMetrics").path(0);
    assertThat(attributes(resource.path("resource"))).containsEntry("service.name", "perfline");
    JsonNode metrics = resource.path("scopeMetrics").path(0).path("metrics");
    assertThat(names(metrics))
        .containsExactlyInAnyOrderElementsOf(
            ExportedMetric.all().stream().map(ExportedMetric::otelName).toList());
    JsonNode p50 = point(metrics, "perfline.case.response_time", "p50");
    assertThat(p50.path("asDouble").asDouble()).isEqualTo(0.001);
    assertThat(p50.path("timeUnixNano").asText())
        .isEqualTo(
            RunFile.read(folder).ended().getEpochSecond()
                + "%09d".formatted(RunFile.read(folder).ended().getNano()));
    assertThat(attributes(p50)).containsEntry("case", CASE).doesNotContainKey("run");
    assertThat(point(metrics, "perfline.run.outcome", null).path("asDouble").asInt()).isEqualTo(2);
    assertThat(point(metrics, "perfline.threshold.limit", null).path("asDouble").asDouble())
        .isEqualTo(250);
    assertThat(point(metrics, "perfline.case.server.allocated", null).path("asDouble").asDouble())
        .isEqualTo(4000 / 512.0);
    assertThat(out.toString()).contains("published run r1 to otlp=");
  }

  @Test
  void acceptsAnEndpointWithAPath() {
    assertThat(publish("otlp=" + url("/api/v1/otlp/"))).isZero();
    assertThat(path).isEqualTo("/api/v1/otlp/v1/metrics");
    assertThat(publish("otlp=" + url("/otlp?tenant=a"))).isZero();
    assertThat(path).isEqualTo("/otlp/v1/metrics?tenant=a");
    assertThat(publish("otlp=" + url("/v1/metrics"))).isZero();
    assertThat(path).isEqualTo("/v1/metrics");
  }

  @Test
  void rejectedMetricsGiveNoVerdict() {
    answer = "{\"partialSuccess\":{\"rejectedDataPoints\":\"3\",\"errorMessage\":\"too old\"}}";

    assertThat(publish("otlp=" + url(""))).isEqualTo(3);

    assertThat(err.toString()).contains("rejected 3 of", "too old", "Nothing is lost");
  }

  @ParameterizedTest
  @ValueSource(strings = {"otlp", "prometheus"})
  void anErrorGivesNoVerdict(String kind) {
    status = 400;
    answer = "out of\nbounds";

    assertThat(publish(kind + "=" + url("/"))).isEqualTo(3);

    assertThat(err.toString()).contains("HTTP 400: out of bounds", "--to " + kind + "=http");
    server.stop(0);
    assertThat(publish(kind + "=" + url("/"))).isEqualTo(3);
  }

  @Test
  void writesToPrometheusRemoteWrite() throws IOException {
    status = 204;
    answer = "";

    assertThat(publish("prometheus=" + url("/api/v1/write"))).as(err.toString()).isZero();

    assertThat(path).isEqualTo("/api/v1/write");
    assertThat(headers.get("Content-Encoding")).containsExactly("snappy");
    assertThat(headers.get("X-Prometheus-Remote-Write-Version")).containsExactly("0.1.0");
    List<String> series = series(CodedInputStream.newInstance(Snappy.uncompress(body)));
    assertThat(series).hasSize(RunMetrics.of(RunFile.read(folder), verdict()).values().size());
    assertThat(series)
        .contains(
            "__name__=perfline_case_response_time_seconds branch=main case="
                + CASE
                + " environment=local profile=commit statistic=p50 target=direct 0.001 @"
                + RunFile.read(folder).ended().toEpochMilli());
  }

  @Test
  void writesFilesForTheTextfileCollector() throws IOException {
    Path file = folder.resolve("perfline.prom");
    Files.writeString(file, "old");

    assertThat(publish("prometheus=" + file)).as(err.toString()).isZero();

    assertThat(Files.readAllLines(file))
        .contains(
            "# TYPE perfline_case_response_time_seconds gauge",
            "perfline_case_response_time_seconds{branch=\"main\",case=\"http/\\\"record\\\"\",environment=\"local\",profile=\"commit\",statistic=\"p50\",target=\"direct\"}"
                + " 0.001")
        .doesNotContain("old");
  }

  @Test
  void omitsUnchangedCasesAndNumbersEqualNames() throws IOException {
    Run whole = RunFile.read(folder);
    CaseResult unchanged = CaseResult.of("http/other", "direct").with(new Unchanged("equal"));
    Run run = whole.with(Stream.concat(whole.cases().stream(), Stream.of(unchanged)).toList());
    Line warning = Line.ofComparison(Finding.NOT_COMPARED, "one");
    Verdict twice = verdict().orElseThrow().and(warning).and(warning);

    assertThat(RunMetrics.of(run, Optional.of(twice)).values())
        .noneMatch(value -> "http/other".equals(value.attributes().get("case")));
    assertThat(VerdictPoints.judged(twice))
        .extracting(VerdictPoints.JudgedLine::threshold)
        .endsWith("comparison", "comparison-2");
    assertThat(VerdictPoints.of(run, twice)).doesNotHaveDuplicates();
  }

  @Test
  void omitsTheVerdictIfThereIsNone() throws IOException {
    Files.delete(folder.resolve(VerdictFile.NAME));

    assertThat(RunMetrics.of(RunFile.read(folder), verdict()).values())
        .noneMatch(value -> value.metric().otelName().startsWith("perfline.threshold"))
        .noneMatch(value -> value.metric().equals(ExportedMetric.RUN_OUTCOME))
        .isNotEmpty();
  }

  @Test
  void headersComeFromVariablesOnly() {
    assertThat(
            MetricsTarget.headers(
                "H", Map.of("H", "Authorization=Basic%20a%2Bb=, X-Scope-OrgID = 1+2,")))
        .isEqualTo(Map.of("Authorization", "Basic a+b=", "X-Scope-OrgID", "1+2"));
    for (String secret : List.of("Basic%20dXNlcjpwYXNz%0Ax", "100%dXNlcjpwYXNz")) {
      assertThatThrownBy(() -> MetricsTarget.headers("H", Map.of("H", "Authorization=" + secret)))
          .isInstanceOf(Fault.class)
          .hasMessageContaining("H: the value of Authorization")
          .hasMessageNotContaining("dXNlcjpwYXNz");
    }
    assertThat(MetricsTarget.headers("H", Map.of("H", "Authorization=Basic%20a%0A")))
        .isEqualTo(Map.of("Authorization", "Basic a"));
    assertThatThrownBy(() -> MetricsTarget.headers("H", Map.of("H", "token")))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("H is not a list of headers")
        .hasMessageNotContaining("token");

    MetricsTarget.parse(
            "otlp=" + url(""), Map.of(MetricsTarget.OTLP_HEADERS, "Authorization=Bearer%20t"))
        .publish(folder, new PrintWriter(out, true));
    assertThat(headers.get("Authorization")).containsExactly("Bearer t");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "otlp",
        "otlp=file",
        "prometheus=metrics.txt",
        "prometheus=",
        "graphite=http://127.0.0.1",
        "otlp=http://user:word@127.0.0.1",
        "otlp=http://",
        "otlp=http://a b"
      })
  void rejectsOtherTargets(String target) {
    assertThat(publish(target)).isEqualTo(2);
    assertThat(err.toString()).contains("cannot publish to").doesNotContain("\tat ");
  }

  @Test
  void theDocumentationListsEveryMetric() throws IOException {
    Path page = Path.of("../docs/metrics.md");
    String rows =
        ExportedMetric.all().stream()
            .map(
                metric ->
                    "| `%s` | `%s` | %s |\n"
                        .formatted(
                            metric.otelName(), metric.prometheusName(), metric.description()))
            .collect(Collectors.joining());
    String text = Files.readString(page);
    if (Boolean.getBoolean("metrics.write")) {
      text = text.replaceFirst("(\\| `perfline\\.[^\\n]*\\n)+", Matcher.quoteReplacement(rows));
      Files.writeString(page, text);
    }

    assertThat(text)
        .as("regenerate it: see CONTRIBUTING.md, Generated files")
        .contains("|---|---|---|\n" + rows + "\n");
  }

  private Optional<Verdict> verdict() {
    return VerdictFile.readIfPresent(folder);
  }

  private String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  private int publish(String target) {
    return Command.run(
        new PublishCommand(),
        new PrintWriter(out, true),
        new PrintWriter(err, true),
        folder.toString(),
        "--to",
        target);
  }

  private static List<String> names(JsonNode metrics) {
    return StreamSupport.stream(metrics.spliterator(), false)
        .map(metric -> metric.path("name").asText())
        .toList();
  }

  private static JsonNode point(JsonNode metrics, String name, String statistic) {
    for (JsonNode metric : metrics) {
      for (JsonNode point : metric.path("gauge").path("dataPoints")) {
        if (metric.path("name").asText().equals(name)
            && (statistic == null || statistic.equals(attributes(point).get("statistic")))) {
          return point;
        }
      }
    }
    throw new AssertionError("there is no " + name + " in " + names(metrics));
  }

  private static Map<String, String> attributes(JsonNode owner) {
    Map<String, String> attributes = new TreeMap<>();
    for (JsonNode attribute : owner.path("attributes")) {
      attributes.put(
          attribute.path("key").asText(), attribute.path("value").path("stringValue").asText());
    }
    return attributes;
  }

  /** Decodes a {@code prometheus.WriteRequest}: {@code name=value … value @milliseconds}. */
  private static List<String> series(CodedInputStream request) throws IOException {
    List<String> all = new ArrayList<>();
    for (int tag = request.readTag(); tag != 0; tag = request.readTag()) {
      assertThat(tag).isEqualTo(message(1));
      CodedInputStream series = CodedInputStream.newInstance(request.readByteArray());
      StringBuilder text = new StringBuilder();
      int field = series.readTag();
      for (; field == message(1); field = series.readTag()) {
        CodedInputStream label = CodedInputStream.newInstance(series.readByteArray());
        assertThat(label.readTag()).isEqualTo(message(1));
        text.append(label.readString()).append('=');
        assertThat(label.readTag()).isEqualTo(message(2));
        text.append(label.readString()).append(' ');
      }
      assertThat(field).isEqualTo(message(2));
      CodedInputStream sample = CodedInputStream.newInstance(series.readByteArray());
      assertThat(sample.readTag()).isEqualTo(1 << 3 | 1);
      text.append(sample.readDouble());
      assertThat(sample.readTag()).isEqualTo(2 << 3);
      all.add(text.append(" @").append(sample.readInt64()).toString());
    }
    return all;
  }

  /** Returns the tag of a field that contains bytes. */
  private static int message(int field) {
    return field << 3 | 2;
  }
}
