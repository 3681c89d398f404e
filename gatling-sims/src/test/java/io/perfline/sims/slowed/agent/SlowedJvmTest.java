package io.perfline.sims.slowed.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.perfline.sims.slowed.SlowedCost;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SlowedJvmTest {

  @TempDir private Path folder;

  /** Prints its port. */
  static final class Service {
    public static void main(String[] args) throws IOException {
      HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
      server.createContext(
          "/",
          exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
          });
      server.start();
      System.out.println(server.getAddress().getPort());
    }
  }

  @Test
  void theAgentCountsTheRequestsOfAServer() throws Exception {
    SlowedJvm agent = new SlowedJvm(folder.resolve("a folder"), List.of());

    run(agent, agent.write(null, 0, 0), 50);

    assertThat(agent.report().requests()).isEqualTo(50);
    assertThat(agent.report().nanos()).isPositive();
    assertThat(agent.report().added()).isZero();
  }

  @Test
  void theAgentAddsAShareOfTheAllocation() throws Exception {
    SlowedJvm agent = new SlowedJvm(folder, List.of());

    run(agent, agent.write(SlowedCost.ALLOCATION, 20, 0), Integer.MAX_VALUE);

    assertThat(agent.report().added()).isPositive();
  }

  @Test
  void reportsAMethodThatNoRequestCalls() throws Exception {
    SlowedJvm agent = new SlowedJvm(folder, List.of("org.example.Shop#handle"));

    run(agent, agent.write(SlowedCost.CPU, 20, 0), 50);

    assertThat(agent.report().requests()).isZero();
  }

  /** Sends requests until the agent has slowed one, or up to a maximum. */
  private void run(SlowedJvm agent, String option, int max) throws Exception {
    ProcessBuilder command =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            Path.of(Service.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString(),
            Service.class.getName());
    command.environment().put("JAVA_TOOL_OPTIONS", option);
    command.redirectError(folder.resolve("errors").toFile());
    Process service = command.start();
    try (BufferedReader out = service.inputReader()) {
      URI url = URI.create("http://127.0.0.1:" + out.readLine() + "/");
      HttpClient client = HttpClient.newHttpClient();
      for (int i = 0; i < max && (max < Integer.MAX_VALUE || !isSlowed(agent)); i++) {
        client.send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.discarding());
      }
    } finally {
      service.destroy();
      assertThat(service.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static boolean isSlowed(SlowedJvm agent) {
    return agent.report().added() > 0;
  }
}
