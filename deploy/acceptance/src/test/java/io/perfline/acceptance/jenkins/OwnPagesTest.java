package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.acceptance.PageBlock;
import io.perfline.deploy.tomcat.War;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the code on the pages about own services and own simulations. */
class OwnPagesTest {

  @TempDir Path temporary;

  @Test
  void theDocumentedServletCompilesAndItsBuildIsRead() throws Exception {
    Path classes = compile("own-service.md", "org/example/shop/VersionServlet");
    Path war = temporary.resolve("shop.war");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
      zip.putNextEntry(new ZipEntry("WEB-INF/classes/version.properties"));
      zip.write(block("own-service.md", "properties").getBytes("UTF-8"));
    }

    assertThat(classes.resolve("org/example/shop/VersionServlet.class")).exists();
    assertThat(War.read(war).build().orElseThrow()).hasToString("1.0.0 (commit 1a2b3c4d5e)");
  }

  @Test
  void theDocumentedDriverCompilesAndReportsItsOutcomes() throws Exception {
    Path classes = compile("own-simulation.md", "io/perfline/sims/driver/echo/EchoDriver");

    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Driver driver =
          (Driver)
              loader
                  .loadClass("io.perfline.sims.driver.echo.EchoDriver")
                  .getDeclaredConstructor()
                  .newInstance();
      CaseSettings settings = new CaseSettings(Map.of("port", (long) server.getLocalPort()));
      RecordingListener listener = new RecordingListener();
      try (Session session = driver.open(null, Target.DIRECT, "test", settings);
          Connection connection = session.connect(0, listener);
          Socket peer = server.accept()) {
        peer.getOutputStream().write('x');
        connection.send(1);
        peer.getOutputStream().write('y');
        connection.send(2);
      }

      assertThat(listener.succeeded).isEqualTo(1);
      assertThat(listener.failed).isEqualTo("2 WrongAnswer");
    }
  }

  @Test
  void theDocumentedWorkloadIsListed() throws Exception {
    Path workloads = Files.createDirectories(temporary.resolve("gatling-sims/workloads"));
    Files.writeString(workloads.resolve("orders.yml"), block("own-simulation.md", "yaml"));

    Process list =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Dperf.home=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                "io.perfline.cli.Main",
                "run",
                "--list")
            .redirectErrorStream(true)
            .start();
    String output = new String(list.getInputStream().readAllBytes(), "UTF-8");

    assertThat(list.waitFor()).as(output).isZero();
    assertThat(output).contains("orders/batch_size/128", "orders/batch_size/1024");
  }

  private Path compile(String page, String type) throws IOException {
    Path source = temporary.resolve(type + ".java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, block(page, "java"));
    Path classes = Files.createDirectories(temporary.resolve("classes"));
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                System.err,
                List.of(
                        "--release",
                        "17",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        classes.toString(),
                        source.toString())
                    .toArray(String[]::new));
    assertThat(code).as("compiling " + page).isZero();
    return classes;
  }

  private static String block(String page, String language) throws IOException {
    return PageBlock.of(Jenkinsfile.ROOT.resolve("deploy/jenkins").resolve(page), language);
  }

  private static final class RecordingListener implements RequestListener {

    private int succeeded;
    private String failed;

    @Override
    public void succeeded(long request, int messages, long bytes) {
      succeeded += messages;
    }

    @Override
    public void failed(long request, String kind) {
      failed = request + " " + kind;
    }
  }
}
