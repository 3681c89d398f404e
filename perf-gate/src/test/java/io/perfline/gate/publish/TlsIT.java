package io.perfline.gate.publish;

import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.RunFile;
import io.perfline.core.sample.TestMain;
import io.perfline.gate.TrendCommand;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Publishes to a real InfluxDB over TLS and reads the history from it. The commands are processes,
 * because Java's truststore is set at startup.
 */
class TlsIT {

  private static final Path HOME = Path.of(System.getProperty("perf.home"));

  @TempDir static Path folder;
  private static SecureInfluxDb server;
  private static Path run;

  @BeforeAll
  static void start() throws Exception {
    server = SecureInfluxDb.start(HOME, folder);
    SecureInfluxDb.keytool(
        "-importcert -noprompt -alias influxdb -storepass changeit -keystore %s -file %s"
            .formatted(folder.resolve("trusted.p12"), server.certificate()));
    run = folder.resolve("r1");
    RunFile.write(
        run, run("r1", Instant.now().minusSeconds(60), measured("http/record", times(1000))));
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @Test
  void acceptsATrustedCertificate() throws Exception {
    Ended published = perf(trusting(), server.address().password(), "publish", run.toString());

    assertThat(published.code()).as(published.text()).isZero();
    assertThat(published.text()).contains("published run r1 to https://127.0.0.1:", "1 cases");
    Ended trend = perf(trusting(), server.address().password(), "trend");
    assertThat(trend.code()).as(trend.text()).isZero();
    assertThat(trend.text()).contains("of 1 measured cases");
  }

  @Test
  void anUntrustedCertificateGivesNoVerdictAndKeepsTheRun() throws Exception {
    String before = Files.readString(run.resolve("run.json"));

    Ended ended = perf("", server.address().password(), "publish", run.toString());

    assertThat(ended.code()).as(ended.text()).isEqualTo(3);
    assertThat(ended.text())
        .contains("no trusted TLS connection", "'TLS' in docs/dashboards.md")
        .contains("Nothing is lost: the run stays in " + run)
        .doesNotContain(server.address().password(), "\tat ");
    assertThat(run.resolve("run.json")).hasContent(before);
  }

  @Test
  void requiresUserAndPasswordOverTlsToo() throws Exception {
    Ended ended = perf(trusting(), "not-the-password", "publish", run.toString());

    assertThat(ended.code()).as(ended.text()).isEqualTo(3);
    assertThat(ended.text()).contains("authorization failed").doesNotContain("not-the-password");
  }

  private static String trusting() {
    return "-Djavax.net.ssl.trustStore=%s -Djavax.net.ssl.trustStorePassword=changeit"
        .formatted(folder.resolve("trusted.p12"));
  }

  private record Ended(int code, String text) {}

  private static Ended perf(String javaOptions, String password, String... arguments)
      throws Exception {
    Path environment =
        Files.writeString(
            folder.resolve("environment.yml"),
            """
            name: local
            influxdb:
              url: %s
              database: perfline
              user: %s
              password: ${PERF_INFLUXDB_PASSWORD}
            """
                .formatted(server.address().url(), server.address().user()));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Dperf.home=" + HOME));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), TestMain.class.getName()));
    command.add(PublishCommand.class.getName() + "," + TrendCommand.class.getName());
    command.addAll(List.of(arguments));
    command.addAll(List.of("--environment", environment.toString()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("JDK_JAVA_OPTIONS", javaOptions);
    builder.environment().put("PERF_INFLUXDB_PASSWORD", password);
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), text);
  }
}
