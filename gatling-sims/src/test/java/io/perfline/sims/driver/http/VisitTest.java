package io.perfline.sims.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class VisitTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final String CREATED = "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n";
  private static final String NEWEST = "0f8fad5b-d9cb-469f-a165-70867728950e";

  private final RecordingListener listener = new RecordingListener();

  @Test
  void aVisitOfAllPagesIsOneRequestOverOneConnection() throws IOException {
    try (ScriptedServer server = new ScriptedServer((n, request) -> recorder(request));
        HttpSession session = HttpSession.visit(server.url(), 10, TIMEOUT);
        Connection connection = session.connect(0, listener)) {
      connection.send(1);
      connection.send(2);

      assertThat(listener.outcomes())
          .containsExactly("1: 1 messages, 0 bytes", "2: 1 messages, 0 bytes");
      List<String> requests = server.requests();
      assertThat(requests.subList(0, 500)).allMatch(request -> request.startsWith("POST "));
      List<String> addresses =
          requests.stream().skip(501).map(request -> request.split(" ")[1]).toList();
      String service = UUID.fromString(addresses.get(4).split("/")[3]).toString();
      String list = "/recorder/virtual-services/" + service + "/recordings";
      assertThat(requests.get(500)).startsWith("GET " + list + "?size=1 ");
      assertThat(requests.get(499)).startsWith("POST " + list + " ");
      assertThat(addresses.subList(0, 9))
          .containsExactly(
              "/recorder/",
              "/recorder/assets/recorder.css",
              "/recorder/assets/recorder.js",
              "/recorder/assets/recorder.svg",
              "/recorder/services/" + service,
              "/recorder/services/" + service + "/" + NEWEST + "?at=2.7",
              list,
              list + "/" + NEWEST + "?at=2.7",
              list + "/" + NEWEST + "/data?at=2.7");
      assertThat(addresses.subList(9, 18)).isEqualTo(addresses.subList(0, 9));
    }
  }

  @Test
  void aVisitFailsIfOneOfItsPartsFails() throws IOException {
    String missing = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
    try (ScriptedServer server =
            new ScriptedServer(
                (n, request) -> request.contains("recorder.js") ? missing : recorder(request));
        HttpSession session = HttpSession.visit(server.url(), 10, TIMEOUT);
        Connection connection = session.connect(0, listener)) {
      connection.send(1);

      assertThat(listener.outcomes()).containsExactly("1: status 404");
    }
  }

  @Test
  void aListWithoutRecordingsIsAnError() throws IOException {
    String none = "HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n{\"recordings\":[]}";
    try (ScriptedServer server =
        new ScriptedServer((n, request) -> request.startsWith("POST ") ? CREATED : none)) {
      assertThatThrownBy(() -> HttpSession.visit(server.url(), 10, TIMEOUT))
          .isInstanceOf(DriverException.class)
          .hasMessageMatching(
              "the recorder lists at"
                  + " http://127.0.0.1:\\d+/recorder/virtual-services/\\S+/recordings\\?size=1 none"
                  + " of the recordings .*");
    }
  }

  private static String recorder(String request) {
    if (request.startsWith("POST ")) {
      return CREATED;
    }
    String list = request.substring(4, request.indexOf(' ', 4)).replace("?size=1", "");
    String body = "{\"recordings\":[{\"location\":\"%s/%s?at=2.7\"}]}".formatted(list, NEWEST);
    return "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s".formatted(body.length(), body);
  }
}
