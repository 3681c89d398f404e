package io.perfline.recorder.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.deploy.process.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the entry point script of the recorder's container: SIGTERM reaches Java, and the recorder
 * shuts down gracefully.
 */
class EntryScriptIT {

  /** Exit code of a process that a SIGTERM has ended. */
  private static final int SIGTERM = 128 + 15;

  private static final Path RECORDER = Stand.HOME.resolve("deploy/recorder");
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir Path base;

  @Test
  void forwardsTheSignalToJava() throws IOException, InterruptedException {
    int port = Ports.free();
    Path log = base.resolve("log");
    Process container = start(port, log);
    try {
      Stand.await(LIMIT, "the recorder is ready", () -> status(port) == 200);
      assertThat(container.info().command().orElseThrow())
          .as("the script's own process")
          .endsWith("java");

      container.destroy();

      assertThat(container.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(container.exitValue()).isEqualTo(SIGTERM);
      assertThat(log).content().contains("recorder stopped");
    } finally {
      container.destroyForcibly();
    }
  }

  private Process start(int port, Path log) throws IOException {
    Path catalina = tomcat();
    Path conf = Files.createDirectories(base.resolve("conf"));
    for (String file : new String[] {"web.xml", "context.xml", "catalina.properties"}) {
      Files.copy(catalina.resolve("conf").resolve(file), conf.resolve(file));
    }
    // In the container the server listens on all addresses; here only on loopback.
    String server = Files.readString(RECORDER.resolve("server.xml"));
    Files.writeString(
        conf.resolve("server.xml"),
        server.replace("port=\"${TOMCAT_PORT}\"", "address=\"127.0.0.1\" port=\"" + port + "\""));
    for (String folder : new String[] {"webapps", "temp", "work", "logs"}) {
      Files.createDirectories(base.resolve(folder));
    }
    Files.copy(
        Stand.WAR, base.resolve("webapps/recorder.war"), StandardCopyOption.REPLACE_EXISTING);
    ProcessBuilder process =
        new ProcessBuilder("sh", RECORDER.resolve("entry.sh").toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    Map<String, String> environment = process.environment();
    environment.keySet().removeIf(name -> name.startsWith("RECORDER_"));
    environment.put("RECORDER_STORE", "memory");
    environment.put("CATALINA_HOME", catalina.toString());
    environment.put("CATALINA_BASE", base.toString());
    environment.put("CATALINA_OPTS", "-Xmx128m");
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.remove("JRE_HOME");
    return process.start();
  }

  private static Path tomcat() throws IOException {
    try (Stream<Path> unpacked = Files.list(Stand.HOME.resolve("deploy/parts/tomcat/target"))) {
      return unpacked
          .filter(folder -> folder.getFileName().toString().startsWith("apache-tomcat-7."))
          .findFirst()
          .orElseThrow();
    }
  }

  private static int status(int port) {
    URI ready = URI.create("http://127.0.0.1:" + port + "/recorder/health/ready");
    try {
      return HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(ready).build(), HttpResponse.BodyHandlers.discarding())
          .statusCode();
    } catch (IOException e) {
      return 0; // not yet there
    } catch (InterruptedException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }
}
