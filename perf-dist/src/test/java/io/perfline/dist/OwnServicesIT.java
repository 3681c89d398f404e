package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.perfline.core.run.Case;
import io.perfline.core.run.RunFile;
import io.perfline.deploy.stack.KafkaServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four services of others, each judged in a folder of its own by the installed archive, from {@code
 * perf init} on: green when nothing got slower, red when it did, no verdict when it is down, exit
 * code 2 with a faulty file.
 */
class OwnServicesIT {

  private static final Path SERVICES = Path.of(System.getProperty("perf.examples", ""));
  private static final Path CHECKOUT = Path.of(System.getProperty("perf.home", ".."));
  private static final Path JAVA = Path.of(System.getProperty("java.home"));
  private static final String SESSION =
      """
      - post: /orders
              expect: {status: 201, json: {/state: NEW}}
              save: {order: {header: Location}}
            - get: ${order}
      """;
  @TempDir static Path folder;
  @TempDir Path home;

  private static Installation perfline;
  private TeamProject project;
  private volatile long delayMillis;

  @BeforeAll
  static void unpack() throws IOException, InterruptedException {
    perfline = Installation.unpack(Path.of(System.getProperty("perf.archive")), folder);
    // As the second archive does, of what the build has unpacked already.
    Files.createSymbolicLink(
        perfline.path("servers"), CHECKOUT.resolve("deploy/parts/tomcat/target").toRealPath());
  }

  @BeforeEach
  void begin() {
    project = new TeamProject(home, perfline);
  }

  @Test
  void runsAllThatThePageShows() throws IOException {
    assertThat(Tutorial.read(perfline.path("docs/own-service.md")).commands())
        .allMatch(line -> line.matches("(tar|perf init|perf ci).*"))
        .hasSize(6);
  }

  @Test
  void somethingAtAUrl() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ExecutorService workers = Executors.newFixedThreadPool(16);
    server.setExecutor(workers);
    server.createContext("/", this::answer);
    server.start();
    try {
      project.init("--url", Map.of("127.0.0.1:8080", "127.0.0.1:" + server.getAddress().getPort()));
      project.shorten("3 s");
      project.edit("perf.yml", "connections: 4", "connections: 16");
      project.ci(0, "PASS: All 2 limits hold.", "report: ");
      assertThat(home.resolve(".perf/stack")).doesNotExist();

      delayMillis = 600;
      project.ci(1, "FAIL");
    } finally {
      server.stop(0);
      workers.shutdownNow();
    }
    project.edit("perf.yml", "within: 60 s", "within: 1 s");
    project.ci(3, "not ready after 1 s");
    project.refusesAFaultyFile(Map.of());
  }

  private void answer(HttpExchange exchange) throws IOException {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(delayMillis));
    byte[] body = "hello".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Test
  void aSpringBootJar() throws Exception {
    Path jar = only("spring-shop");
    project.init(
        "--server.port",
        Map.of(
            "java -jar target/shop.jar",
            "exec %s -XX:TieredStopAtLevel=1 -jar shop.jar".formatted(JAVA.resolve("bin/java")),
            "./mvnw -q package",
            "cp %s shop.jar && %s uf shop.jar BOOT-INF".formatted(jar, JAVA.resolve("bin/jar"))));
    project.shorten("6 s, at_most: 12 s");
    project.edit("perf.yml", "# artifact: target/shop.jar", "artifact: shop.jar");
    project.edit("perf.yml", "- get: /\n", SESSION);
    project.edit("thresholds.yml", "<= +5 %", "<= +200 %");
    project.write(".gitignore", "*.jar\n");
    delays(5, "the first");
    delays(6, "one that changes nothing");
    project.ci(0, "compared with the parent commit");
    assertThat(cases()).containsExactly("home", "home/post_orders", "home/get", "paired/home");

    limitTo(70);
    delays(80, "a slow one");
    project.ci(1, "FAIL", "response_time.p95");

    project.edit("perf.yml", "exec ", "exec /nowhere");
    project.ci(3, "ended before it was ready");
    project.refusesAFaultyFile(Map.of());
  }

  private void delays(int millis, String message) throws IOException, InterruptedException {
    project.write(
        "BOOT-INF/classes/application.properties", "shop.delay-ms=%d%n".formatted(millis));
    project.commit(message);
  }

  @Test
  void aWarInTomcat7() throws Exception {
    Map<String, String> variables = compareTwoVersions("7");

    Path slow = folder.resolve("slow.war");
    slowed(SERVICES.resolve("jolokia-war-1.7.2.war"), slow);
    limitTo(55);
    war(slow);
    project.ci(variables, 1, "FAIL", "response_time.p95");

    project.edit("perf.yml", "roles: [jolokia]", "roles: [nobody]");
    project.edit("perf.yml", "within: 60 s", "within: 2 s");
    project.ci(variables, 3, "not ready after 2 s");
    project.refusesAFaultyFile(variables);
  }

  @Test
  void aWarInTomcat9() throws Exception {
    compareTwoVersions("9");
  }

  private Map<String, String> compareTwoVersions(String tomcat)
      throws IOException, InterruptedException {
    Map<String, String> variables =
        Map.of("PERF_TOMCAT_VERSION", tomcat, "SHOP_USER", "monitor", "SHOP_PASSWORD", "a secret");
    project.init(
        "--war",
        Map.of(
            "target/shop.war", "jolokia.war",
            "./mvnw -q package", "cp $(cat which.txt) jolokia.war"));
    project.shorten("6 s, at_most: 12 s");
    project.edit("perf.yml", "# auth: {basic", "auth: {basic");
    project.edit("perf.yml", "roles: [shop]", "roles: [jolokia]");
    project.edit("perf.yml", "expect: {status: 200}", "expect: {json: {/status: 200}}");
    project.edit("thresholds.yml", "<= +5 %", "<= +200 %");
    project.write(".gitignore", "*.war\n");
    war(SERVICES.resolve("jolokia-war-1.6.0.war"));
    war(SERVICES.resolve("jolokia-war-1.7.2.war"));
    project.ci(variables, 0, "compared with the parent commit");
    assertThat(cases()).containsExactly("home", "paired/home");
    return variables;
  }

  /** How many times slower takes many pairs on a busy machine; how slow doesn't. */
  private void limitTo(int millis) throws IOException {
    project.edit("thresholds.yml", "<= 250 ms", "<= %d ms".formatted(millis - 5));
    project.edit("thresholds.yml", "<= 500 ms", "<= %d ms".formatted(millis));
  }

  private void war(Path file) throws IOException, InterruptedException {
    project.write("which.txt", file + "\n");
    project.commit("another");
  }

  private static void slowed(Path war, Path slow) throws IOException {
    Files.copy(war, slow, StandardCopyOption.REPLACE_EXISTING);
    String filter = SlowFilter.class.getName();
    try (FileSystem zip = FileSystems.newFileSystem(slow);
        InputStream code = SlowFilter.class.getResourceAsStream("SlowFilter.class")) {
      Path added = zip.getPath("/WEB-INF/classes/" + filter.replace('.', '/') + ".class");
      Files.createDirectories(added.getParent());
      Files.copy(code, added);
      Path web = zip.getPath("/WEB-INF/web.xml");
      String filters =
          ("<filter><filter-name>slow</filter-name><filter-class>%s</filter-class></filter>"
                  + "<filter-mapping><filter-name>slow</filter-name><url-pattern>/*</url-pattern>"
                  + "</filter-mapping><servlet>")
              .formatted(filter);
      Files.writeString(web, Files.readString(web).replaceFirst("<servlet>", filters));
    }
  }

  @Test
  void aConsumerOfKafka() throws Exception {
    Path servers = Files.createDirectories(CHECKOUT.resolve("perf-dist/target/servers"));
    try (KafkaServer kafka =
        KafkaServer.start(CHECKOUT, Files.createTempDirectory(servers, "kafka"))) {
      project.init(
          "billing.jar",
          Map.of(
              "java -jar target/billing.jar",
              "exec %s -cp %s %s %s"
                  .formatted(
                      JAVA.resolve("bin/java"),
                      System.getProperty("java.class.path"),
                      SampleConsumer.class.getName(),
                      kafka.bootstrap())));
      project.shorten("3 s");
      project.edit("perf.yml", "127.0.0.1:9092", kafka.bootstrap());
      project.write("delay.txt", "1");
      project.ci(0, "PASS");
      Case billing = RunFile.read(lastRun()).cases().get(0);
      assertThat(billing.consumer().group()).isEqualTo("billing");
      assertThat(billing.consumer().left()).isZero();

      project.write("delay.txt", "40");
      project.ci(1, "FAIL", "catch-up");

      project.edit("perf.yml", "group: billing", "group: nobody");
      project.edit("perf.yml", "within: 60 s", "within: 2 s");
      project.ci(3, "the group nobody consumes 0 of the");
      project.refusesAFaultyFile(Map.of());
    }
  }

  private static Path only(String name) throws IOException {
    try (Stream<Path> files = Files.list(SERVICES)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(name))
          .findFirst()
          .orElseThrow();
    }
  }

  private List<String> cases() throws IOException {
    return RunFile.read(lastRun()).cases().stream().map(Case::name).toList();
  }

  private Path lastRun() throws IOException {
    try (Stream<Path> runs = Files.list(home.resolve("runs"))) {
      return runs.filter(Files::isDirectory).sorted().reduce((first, last) -> last).orElseThrow();
    }
  }
}
