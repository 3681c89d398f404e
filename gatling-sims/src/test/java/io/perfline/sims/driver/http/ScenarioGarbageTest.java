package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.project.Scenario;
import io.perfline.core.project.ScenarioRequest;
import io.perfline.sims.driver.RowNumbers;
import io.perfline.sims.driver.SessionValues;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that requests of a scenario allocate nothing, so that garbage collections don't affect
 * response times.
 */
class ScenarioGarbageTest {

  private static final OutputStream NOWHERE = OutputStream.nullOutputStream();
  private static final int COUNTED = 20_000;
  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nServer: shop\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello"
          .getBytes(US_ASCII);
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "get: /",
        "{post: /orders, body: constant}",
        "{post: '/orders/${id}?n=${uuid}', body: constant, headers: {X-At: '${now}'}}",
        "{post: /orders, body: 'of ${name}, ${uuid}', expect: {status: 200, contains: ello}}",
      })
  void doesNotAllocatePerRequest(String request) throws IOException {
    Files.writeString(folder.resolve("customers.csv"), "id,name\n1,Zoë Å\n2,Bob\n");
    Path file = folder.resolve("perf.yml");
    Files.writeString(
        file,
        "version: 1\nservice: {url: 'http://shop.example'}\nload:\n  a:\n    connections: 1\n"
            + "    data: customers.csv\n    requests:\n      - "
            + request
            + "\n");
    Project project = ProjectFile.read(file);
    Scenario scenario = project.loads(Scenario.class).get("a");
    HttpAddress service = HttpAddress.of(URI.create("http://shop.example"));
    ScenarioRequest only = scenario.requests().get(0);
    CompiledRequest compiled =
        new CompiledRequest(
            only, service, "Bearer secret", Set.of("id", "name", "uuid", "now"), name -> "");
    Requests requests =
        new ScenarioRequests(
            List.of(compiled),
            service,
            new SessionValues(scenario.session().data(), 0, new RowNumbers(), 7),
            true,
            0,
            new ExchangeLog(failure -> false, exchange -> {}),
            new Redaction(name -> ""));
    ResponseParser parser = new ResponseParser();
    exchange(requests, parser, COUNTED);

    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    exchange(requests, parser, COUNTED);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    // Less than one byte per request: no objects were created.
    assertThat(allocated).isLessThan(COUNTED);
  }

  private static void exchange(Requests requests, ResponseParser parser, int count)
      throws IOException {
    for (int i = 0; i < count; i++) {
      requests.begin();
      requests.write(NOWHERE, 0);
      parser.begin(requests.answer(0));
      parser.room().put(ANSWER);
      String failure =
          parser.received(ANSWER.length)
              ? requests.failure(0, parser.status())
              : "the answer isn't whole";
      if (failure != null) {
        throw new IOException(failure);
      }
      requests.payloadBytes();
    }
  }
}
