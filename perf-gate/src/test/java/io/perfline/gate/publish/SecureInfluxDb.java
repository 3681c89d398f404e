package io.perfline.gate.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.environment.InfluxDb;
import io.perfline.deploy.server.InfluxDbServer;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real InfluxDB that only accepts TLS, with a generated certificate. */
final class SecureInfluxDb implements AutoCloseable {

  private static final char[] PASSWORD = "changeit".toCharArray();

  private final InfluxDb influxDb;
  private final Path certificate;
  private final Process process;

  private SecureInfluxDb(InfluxDb influxDb, Path certificate, Process process) {
    this.influxDb = influxDb;
    this.certificate = certificate;
    this.process = process;
  }

  /** Starts it without TLS to create its administrator, and again with TLS. */
  static SecureInfluxDb start(Path home, Path folder) throws Exception {
    Path data = folder.resolve("influxdb");
    String program;
    InfluxDb plain;
    try (InfluxDbServer server = InfluxDbServer.start(home, data)) {
      program = ProcessHandle.of(server.pid()).orElseThrow().info().command().orElseThrow();
      plain = server.environment("perfline");
    }
    Path certificate = certificate(folder);
    ProcessBuilder builder =
        new ProcessBuilder(program, "-config", "influxdb.conf")
            .directory(data.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("secure.log").toFile());
    builder.environment().put("INFLUXDB_HTTP_HTTPS_ENABLED", "true");
    builder.environment().put("INFLUXDB_HTTP_HTTPS_CERTIFICATE", certificate.toString());
    builder
        .environment()
        .put("INFLUXDB_HTTP_HTTPS_PRIVATE_KEY", folder.resolve("key.pem").toString());
    int port = plain.url().getPort();
    SecureInfluxDb secure =
        new SecureInfluxDb(
            new InfluxDb(
                URI.create("https://127.0.0.1:" + port),
                plain.database(),
                plain.user(),
                plain.password()),
            certificate,
            builder.start());
    secure.awaitAnswer();
    return secure;
  }

  InfluxDb address() {
    return influxDb;
  }

  /** Returns the certificate that clients must trust. */
  Path certificate() {
    return certificate;
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    process.waitFor();
  }

  private void awaitAnswer() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (!listens(influxDb.url().getPort())) {
      assertThat(process.waitFor(100, TimeUnit.MILLISECONDS)).as("it ended").isFalse();
      assertThat(System.nanoTime()).as("it listens within two minutes").isLessThan(end);
    }
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  private static Path certificate(Path folder) throws Exception {
    Path store = folder.resolve("key.p12");
    keytool(
        "-genkeypair -alias influxdb -keyalg EC -dname CN=localhost -ext san=ip:127.0.0.1"
            + " -validity 2 -storepass changeit -keystore "
            + store);
    KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
    pem(folder.resolve("key.pem"), "PRIVATE KEY", keys.getKey("influxdb", PASSWORD).getEncoded());
    return pem(
        folder.resolve("certificate.pem"),
        "CERTIFICATE",
        keys.getCertificate("influxdb").getEncoded());
  }

  private static Path pem(Path file, String what, byte[] content) throws IOException {
    String lines =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(content);
    return Files.writeString(
        file, "-----BEGIN %s-----%n%s%n-----END %s-----%n".formatted(what, lines, what));
  }

  /** Runs the JDK's keytool. */
  static void keytool(String arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments.split(" ")));
    Process tool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(tool.waitFor()).as(output).isZero();
  }
}
