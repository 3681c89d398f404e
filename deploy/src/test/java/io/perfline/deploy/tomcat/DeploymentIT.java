package io.perfline.deploy.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Command;
import io.perfline.core.command.Fault;
import io.perfline.core.environment.Tomcat;
import io.perfline.deploy.server.TomcatServer;
import io.perfline.deploy.tomcat.Deployment.RunningApplication;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeploymentIT {

  private static final Path HOME = Path.of(System.getProperty("perf.home"));
  private static final Optional<String> NO_VERSION = Optional.empty();
  private static final String OTHER = "89abcdef0123456789abcdef0123456789abcdef";

  @TempDir static Path folder;
  private static TomcatServer server;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void startTomcat() {
    server = TomcatServer.start(HOME, folder.resolve("tomcat"));
  }

  @AfterAll
  static void endTomcat() {
    server.close();
  }

  @Test
  void deploysAndReplacesAnApplication() throws Exception {
    Path war = TestWar.good(folder.resolve("good.war"), TestWar.COMMIT);

    assertThat(deploy("--path", "/recorder", war.toString())).isZero();
    assertThat(out.toString())
        .matches(
            "deployed %s/recorder: 1\\.2\\.3 \\(commit 0123456789\\), after [0-9.]+ s\\R"
                .formatted(server.url()));

    assertThat(deploy(TestWar.good(war, OTHER).toString())).isZero();
    assertThat(out.toString()).contains("(commit 89abcdef01)");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void reportsWhyAnApplicationDoesNotStart() throws Exception {
    War war = War.read(TestWar.throwing(folder.resolve("boom.war"), TestWar.COMMIT));
    Deployment deployment = Deployment.withLogs(server.environment(), server.logs());

    assertThatThrownBy(() -> deployment.deploy(war, new ContextPath("/boom"), url("/boom")))
        .isInstanceOfSatisfying(ManagerRefusal.class, r -> assertThat(r.exitCode()).isEqualTo(3))
        .hasMessageContaining(
            "FAIL - Deployed application at context path [/boom] but context failed to start")
        .hasMessageContaining("java.lang.IllegalStateException: no application today")
        .hasMessageContaining("Caused by: java.lang.IllegalArgumentException: RECORDER_STORE must");
    assertThat(new ManagerClient(server.environment()).list()).contains("/boom:stopped:");
  }

  @Test
  void restoresTheLastGoodWarIfTheNextDoesNotStart() throws Exception {
    String bad = TestWar.throwing(folder.resolve("bad.war"), OTHER).toString();
    String good = TestWar.good(folder.resolve("before.war"), TestWar.COMMIT).toString();

    assertThat(deploy("--path", "/back", bad)).isEqualTo(3);
    assertThat(err.toString()).contains("FAIL - ").doesNotContain("rolled back");
    assertThat(deploy("--path", "/back", good)).isZero();
    assertThat(deploy("--path", "/back", bad)).isEqualTo(3);
    assertThat(err.toString())
        .contains("rolled back: the last good WAR runs again, 1.2.3 (commit 0123456789)");
    assertThat(
            new RunningApplication(url("/back")).is(new WarBuild(TestWar.COMMIT, "1.2.3", false)))
        .isTrue();
  }

  @Test
  void failsIfAnotherBuildAnswers() throws Exception {
    War war = War.read(TestWar.lying(folder.resolve("lie.war"), TestWar.COMMIT, OTHER));

    assertThatThrownBy(
            () ->
                new RunningApplication(deployed(war, "/lie"))
                    .await(war.build().orElseThrow(), java.time.Duration.ofMillis(300)))
        .isInstanceOfSatisfying(Fault.class, f -> assertThat(f.exitCode()).isEqualTo(3))
        .hasMessageContaining("is not the one that was deployed, 1.2.3 (commit 0123456789)")
        .hasMessageContaining("it reports that it is 1.2.3 (commit 89abcdef01)");
    assertThatThrownBy(
            () ->
                new RunningApplication(url("/nothing"))
                    .await(war.build().orElseThrow(), java.time.Duration.ofMillis(300)))
        .hasMessageContaining("it answers HTTP 404");
  }

  @Test
  void failsIfTheApplicationDoesNotReportItsCommit() throws Exception {
    Path anonymous = folder.resolve("anonymous.war");
    try (ZipOutputStream war = new ZipOutputStream(Files.newOutputStream(anonymous))) {
      war.putNextEntry(new ZipEntry("index.html"));
    }

    assertThat(deployWith(Map.of(), anonymous.toString(), "--path", "/anonymous")).isEqualTo(2);
    assertThat(err.toString())
        .contains("WEB-INF/classes/version.properties", "nothing was deployed");
  }

  @Test
  void reportsTheManagersMessage() throws Exception {
    ManagerClient manager = new ManagerClient(server.environment());
    Path good = TestWar.good(folder.resolve("versions.war"), TestWar.COMMIT);
    Path noWar = Files.writeString(folder.resolve("no.war"), "not a zip file");
    ContextPath path = new ContextPath("/versions");

    assertThat(manager.deploy(good, path, Optional.of("1")))
        .isEqualTo("OK - Deployed application at context path [/versions##1]");
    assertThat(manager.deploy(good, path, Optional.of("2")))
        .isEqualTo("OK - Deployed application at context path [/versions##2]");
    assertThat(manager.list()).contains("/versions:running:0:versions##2");
    assertThatThrownBy(() -> manager.undeploy(path, NO_VERSION))
        .isInstanceOf(ManagerRefusal.class)
        .hasMessageContaining("FAIL - No context exists named [/versions]");
    assertThat(manager.undeploy(path, Optional.of("1")))
        .isEqualTo("OK - Undeployed application at context path [/versions##1]");
    assertThat(manager.undeploy(path, Optional.of("2"))).startsWith("OK - Undeployed");
    assertThatThrownBy(() -> manager.deploy(noWar, new ContextPath("/nowar"), NO_VERSION))
        .isInstanceOf(ManagerRefusal.class)
        .hasMessageContaining("FAIL - Deployed application at context path [/nowar] but context");
  }

  @Test
  void explainsAWrongPassword() throws Exception {
    Path war = TestWar.good(folder.resolve("refused.war"), TestWar.COMMIT);

    assertThat(deployWith(Map.of("PERF_TOMCAT_USER", "other"), war.toString())).isEqualTo(3);
    assertThat(err.toString())
        .contains("answered HTTP 401 to list", "'other'", "locked")
        .doesNotContain(server.environment().password());
  }

  @Test
  void explainsAMissingManager() throws Exception {
    Path war = TestWar.good(folder.resolve("nobody.war"), TestWar.COMMIT);
    int nobody;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      nobody = socket.getLocalPort();
    }

    assertThat(deployWith(Map.of("PERF_TOMCAT_PORT", String.valueOf(nobody)), war.toString()))
        .isEqualTo(3);
    assertThat(err.toString()).contains("can't be reached", "perfline stack status");
  }

  @Test
  void explainsAMissingRole() {
    Tomcat tomcat = server.environment();
    Tomcat pages =
        new Tomcat(server.url().resolve("/manager/html"), tomcat.user(), tomcat.password());

    assertThatThrownBy(() -> new ManagerClient(pages).list())
        .isInstanceOf(ManagerRefusal.class)
        .hasMessageContaining("answered HTTP 403")
        .hasMessageContaining("manager-script");
  }

  private static URI deployed(War war, String path) throws InterruptedException {
    new ManagerClient(server.environment()).deploy(war.file(), new ContextPath(path), NO_VERSION);
    return url(path);
  }

  private static URI url(String path) {
    return server.url().resolve(path);
  }

  private int deploy(String... args) throws IOException {
    return deployWith(Map.of(), args);
  }

  private int deployWith(Map<String, String> changes, String... args) throws IOException {
    Tomcat tomcat = server.environment();
    Map<String, String> variables = new HashMap<>();
    variables.put("PERF_TOMCAT_PORT", String.valueOf(tomcat.manager().getPort()));
    variables.put("PERF_TOMCAT_USER", tomcat.user());
    variables.put("PERF_TOMCAT_PASSWORD", tomcat.password());
    variables.put("PERF_KRYONET_PORT", "1");
    variables.putAll(changes);
    // Not the checkout, in which a developer's stack may be running.
    Path home = Files.createDirectories(folder.resolve("home"));
    Path environments = Files.createDirectories(home.resolve("deploy/environments"));
    Files.write(
        environments.resolve("local.yml"),
        Files.readAllBytes(HOME.resolve("deploy/environments/local.yml")));
    return Command.run(
        new DeployCommand(home, variables),
        new PrintWriter(out, true),
        new PrintWriter(err, true),
        args);
  }
}
