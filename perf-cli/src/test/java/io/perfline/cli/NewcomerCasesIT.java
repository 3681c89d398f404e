package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services and {@code perf.yml} files as newcomers wrote them. */
class NewcomerCasesIT {

  @TempDir private Path folder;
  private OwnProject project;

  @BeforeEach
  void makeProject() throws IOException, InterruptedException {
    project = new OwnProject(folder);
  }

  /** The service is asked every 100 ms for one second, and then once for each of two cases. */
  @Test
  void aServiceThatIsNotReadyIsWaitedForOnce() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    HttpServer starting = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    starting.createContext(
        "/",
        exchange -> {
          asked.incrementAndGet();
          exchange.sendResponseHeaders(503, -1);
          exchange.close();
        });
    starting.start();
    try {
      project.write("thresholds.yml", text("ready-twice/thresholds.yml"));
      project.write(
          "perf.yml",
          text("ready-twice/perf.yml").replace("19999", "" + starting.getAddress().getPort()));

      assertThat(project.ci("down")).as(project.said()).isEqualTo(3);

      assertThat(project.said()).contains("not ready", "it answers 503, not 200");
      assertThat(asked.get()).isBetween(3, 16);
    } finally {
      starting.stop(0);
    }
  }

  private static String text(String resource) throws IOException {
    try (InputStream in = NewcomerCasesIT.class.getResourceAsStream("/services/" + resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
