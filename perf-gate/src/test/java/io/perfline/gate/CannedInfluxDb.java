package io.perfline.gate;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A fake InfluxDB that returns a test's responses whatever the query. */
final class CannedInfluxDb implements AutoCloseable {

  private static final String NOTHING = "{\"results\":[{\"statement_id\":0}]}\n";

  private final HttpServer server;
  private int code = 200;
  private String cases = NOTHING;
  private String events = NOTHING;

  CannedInfluxDb() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/query",
        exchange -> {
          String asked = exchange.getRequestURI().getQuery();
          String message =
              asked.contains("perf_case") ? cases : asked.contains("perf_event") ? events : NOTHING;
          byte[] answer = message.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(code, answer.length);
          try (OutputStream body = exchange.getResponseBody()) {
            body.write(answer);
          }
        });
    server.start();
  }

  /** Sets the response to queries of cases. */
  CannedInfluxDb answersCases(String answer) {
    cases = answer;
    return this;
  }

  /** Sets the response to queries of verdicts. */
  CannedInfluxDb answersEvents(String answer) {
    events = answer;
    return this;
  }

  CannedInfluxDb answersWithCode(int status) {
    code = status;
    return this;
  }

  /** Writes an environment file with it. */
  Path environment(Path folder) throws IOException {
    return environment(folder, server.getAddress().getPort());
  }

  /** Writes an environment file whose password is a variable that every process has. */
  static Path environment(Path folder, int port) throws IOException {
    return Files.writeString(
        folder.resolve("environment.yml"),
        """
        name: local
        tomcat: { manager: "http://127.0.0.1:1/manager/text", user: u, password: "${PATH}" }
        recorder: { url: "http://127.0.0.1:1/recorder", kryonet: ["127.0.0.1:1"] }
        kafka: { bootstrap: "127.0.0.1:1" }
        cassandra: { contact_points: ["127.0.0.1:1"], datacenter: d }
        influxdb: { url: "http://127.0.0.1:%d", database: perfline, user: u, password: "${PATH}" }
        """
            .formatted(port));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
