package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.perfline.core.run.ServerCost;
import io.perfline.dist.Installation.Ended;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Measures third-party services as newcomers do, from {@code perfline init} to the verdict of the
 * installed archive.
 */
class NewcomersIT extends OwnServiceContract {

  private static final String APP =
      """
      const app = require('measuresExpress')();
      const delay = Number(require('fs').readFileSync('delay.txt', 'utf8'));
      app.get('/', (request, response) => setTimeout(() => response.json({ok: true}), delay));
      app.listen(Number(process.argv[2]), '127.0.0.1');
      """;

  private static final String NGINX =
      """
      daemon off;
      master_process off;
      pid FOLDER/nginx.pid;
      error_log FOLDER/error.log;
      events {}
      http {
        access_log off;
        client_body_temp_path FOLDER/body;
        proxy_temp_path FOLDER/proxy;
        fastcgi_temp_path FOLDER/fastcgi;
        uwsgi_temp_path FOLDER/uwsgi;
        scgi_temp_path FOLDER/scgi;
        server {
          listen 127.0.0.1:PORT ssl;
          ssl_certificate FOLDER/cert.pem;
          ssl_certificate_key FOLDER/key.pem;
          location / { return 200 'hello'; }
        }
      }
      """;

  /** A short test; {@link JarServiceIT} compares two versions of the jar. */
  @Test
  void measuresSpringBoot() throws Exception {
    Files.copy(JarServiceIT.only("spring-shop"), home.resolve("shop.jar"));
    Ended found =
        init(
            "--command 'exec %s %s -Djava.io.tmpdir=%s -jar shop.jar --server.port=${PORT}'"
                .formatted(JAVA.resolve("bin/java"), JarServiceIT.FAST_START, folder));
    assertThat(found.text())
        .contains("ready  GET / is answered with 200", "load   GET / is answered with 200");
    project.shorten("6 s, at_most: 6 s");
    project.edit("perf.yml", "connections: 4", "rate: 50/s"); // leaves room for other tests
    project.edit("perf.yml", "- get: /\n", JarServiceIT.SESSION);
    project.write(".gitignore", "*.jar\n.perf\nruns\n");
    project.commit("the first");
    tries();

    project.ci(0, "report: ");

    ServerCost cost = project.lastRun().cases().get(0).server();
    assertThat(cost.cpuUs()).isPositive();
    assertThat(cost.allocatedBytes()).isPositive();
  }

  /** A process that is not a JVM is compared by its CPU time. */
  @Test
  @Tag("acceptance")
  void measuresExpress() throws Exception {
    Path node = program("node");
    project.write("package.json", "{\"dependencies\": {\"measuresExpress\": \"4.21.2\"}}");
    project.write("app.js", APP);
    project.write(".gitignore", "node_modules\n.perf\nruns\n");
    shell(program("npm") + " install --no-audit --no-fund --silent");
    init("--command 'NODE_PATH=%s/node_modules exec %s app.js ${PORT}'".formatted(home, node));
    project.shorten("9 s, at_most: 18 s");
    project.edit("thresholds.yml", "<= +5 %", "<= +200 %");
    project.edit("thresholds.yml", "  # - {id: more-cpu", "  - {id: more-cpu");
    project.edit("thresholds.yml", "cpu, pass: \"<= +5 %", "cpu, pass: \"<= +200 %");
    project.write("delay.txt", "5");
    project.commit("the first");
    tries();
    project.ci(0, "report: ");
    project.write("delay.txt", "6");
    project.commit("one that changes little");
    project.ci(0, "compared with the parent commit");
    Ended judged =
        perfline.shell(
            home,
            Map.of(),
            "perfline gate runs/%s --explain more-cpu".formatted(project.lastRun().run()));
    assertThat(judged.code()).as(judged.text()).isZero();
    assertThat(judged.text()).contains("more-cpu on paired/home (service): PASS");

    project.write("delay.txt", "60");
    project.commit("a slow one");
    project.ci(1, "FAIL", "slower");
    Path why = home.resolve("runs").resolve(project.lastRun().run()).resolve("why");
    assertThat(why.resolve("recordings.json"))
        .content()
        .contains("is not a JVM of this user, and perfline profiles only JVMs");
  }

  /** Both builds run simultaneously, but an embedded database allows only one process. */
  @Test
  @Tag("acceptance")
  void measuresAWarWithADatabaseOnDisk() throws Exception {
    war(5, "shop-5.war");
    war(6, "shop-6.war");
    project.write(".gitignore", "*.war\n.perf\nruns\n");
    project.write("which.txt", "shop-5.war\n");
    init("--war shop.war --build 'cp %s/$(cat which.txt) shop.war'".formatted(folder));
    project.shorten("9 s, at_most: 18 s");
    project.edit("perf.yml", "connections: 4", "connections: 1");
    project.edit("perf.yml", "get: /, status: 200, within: 60 s", "get: /, within: 20 s");
    project.edit(
        "perf.yml",
        "  build:",
        "  jvm_options: -Dshop.db=file:%s/db/shop\n  build:".formatted(home));
    project.allowThreeTimesAsMuch();
    project.commit("the first");
    project.write("which.txt", "shop-6.war\n");
    project.commit("the second");
    project.ci(3, "if they use the same files", "give each its own folder, ${SIDE_DIR}");

    project.edit("perf.yml", "shop.db=file:" + home + "/db/shop", "shop.db=file:${SIDE_DIR}/shop");
    project.commit("with folders of their own");
    project.write("which.txt", "shop-5.war\n");
    project.commit("the first again");
    project.ci(0, "compared with the parent commit");
    assertThat(project.cases()).containsExactly("home", "paired/home");
    for (String stage : List.of("gate", "publish", "trend")) {
      Ended ended =
          perfline.shell(
              home, Map.of(), "perfline %s runs/%s".formatted(stage, project.lastRun().run()));
      assertThat(ended.code()).as(ended.text()).isZero();
    }
  }

  @Test
  @Tag("acceptance")
  void measuresNginxOverHttps() throws Exception {
    int port = free();
    Path nginx = nginx();
    shell(
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1"
            + " -addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out cert.pem");
    project.write(
        "nginx.conf", NGINX.replace("FOLDER", home.toString()).replace("PORT", "" + port));
    Process server =
        new ProcessBuilder(nginx.toString(), "-p", home.toString(), "-c", home + "/nginx.conf")
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("nginx.log").toFile())
            .start();
    try {
      init("--url https://127.0.0.1:" + port);
      project.shorten("3 s");
      project.edit("perf.yml", "within: 60 s", "within: 2 s");
      project.ci(3, "unable to find valid certification path", "service: {trust: FILE}");

      project.edit("perf.yml", "  url:", "  trust: cert.pem\n  url:");
      tries();
      project.ci(0, "report: ");
      assertThat(project.cases()).containsExactly("home");
    } finally {
      server.destroy();
      server.waitFor();
    }
  }

  /** Runs one session with {@code perfline try} and shows request and response. */
  private void tries() throws IOException, InterruptedException {
    Ended ended = perfline.shell(home, Map.of(), "perfline try");
    assertThat(ended.code()).as(ended.text()).isZero();
    assertThat(ended.text()).contains("GET /", "200");
  }

  private Ended init(String arguments) throws IOException, InterruptedException {
    Ended ended = perfline.shell(home, Map.of(), "perfline init " + arguments);
    assertThat(ended.code()).as(ended.text()).isZero();
    return ended;
  }

  /** Runs a command with the machine's own variables, such as those of package registries. */
  private void shell(String command) throws IOException, InterruptedException {
    Ended ended = Installation.run(home, System.getenv(), List.of("bash", "-c", command));
    assertThat(ended.code()).as(ended.text()).isZero();
  }

  static Path program(String name) {
    Optional<Path> found = onPath(name);
    assumeTrue(found.isPresent(), name + " is not on the PATH");
    return found.orElseThrow();
  }

  private static Optional<Path> onPath(String name) {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .map(part -> Path.of(part, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Returns the program on the PATH, otherwise unpacks its Debian package. */
  private Path nginx() throws IOException, InterruptedException {
    Optional<Path> installed = onPath("nginx").or(() -> Optional.of(Path.of("/usr/sbin/nginx")));
    if (installed.filter(Files::isExecutable).isPresent()) {
      return installed.orElseThrow();
    }
    program("apt-get");
    shell("mkdir debian && cd debian && apt-get download nginx && dpkg -x nginx_*.deb .");
    return home.resolve("debian/usr/sbin/nginx");
  }

  private static int free() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** Writes a WAR with {@link DatabaseServlet} into {@link #folder}. */
  static void war(int delayMillis, String name) throws IOException {
    String servlet = DatabaseServlet.class.getName();
    try (ZipOutputStream war = new ZipOutputStream(Files.newOutputStream(folder.resolve(name)))) {
      entry(
          war,
          "WEB-INF/web.xml",
          ("<web-app version=\"3.0\"><servlet><servlet-name>shop</servlet-name><servlet-class>%s"
                  + "</servlet-class><load-on-startup>1</load-on-startup></servlet>"
                  + "<servlet-mapping><servlet-name>shop</servlet-name><url-pattern>/</url-pattern>"
                  + "</servlet-mapping></web-app>")
              .formatted(servlet)
              .getBytes(StandardCharsets.UTF_8));
      entry(
          war,
          "WEB-INF/classes/shop.properties",
          ("delay=" + delayMillis).getBytes(StandardCharsets.UTF_8));
      try (InputStream code = NewcomersIT.class.getResourceAsStream("DatabaseServlet.class")) {
        entry(war, "WEB-INF/classes/" + servlet.replace('.', '/') + ".class", code.readAllBytes());
      }
      entry(war, "WEB-INF/lib/h2.jar", Files.readAllBytes(h2()));
    }
  }

  static Path h2() throws IOException {
    try (Stream<Path> files = Files.list(SERVICES)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("h2-"))
          .findFirst()
          .orElseThrow();
    }
  }

  private static void entry(ZipOutputStream war, String name, byte[] content) throws IOException {
    war.putNextEntry(new ZipEntry(name));
    war.write(content);
  }
}
