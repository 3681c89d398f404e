package io.perfline.deploy.tomcat;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.perfline.core.environment.Tomcat;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests responses of a proxy in front of Tomcat's manager. */
class ManagerClientTest {

  @ParameterizedTest
  @CsvSource({
    "413, client_max_body_size of nginx",
    "504, proxy_read_timeout of nginx",
    "302, it redirects to https://login.example",
    "401, Check the variables of tomcat.user",
    "500, see Tomcat's log"
  })
  void explainsEachHttpStatus(int status, String remedy) throws IOException {
    HttpServer proxy = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    proxy.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().add("Location", "https://login.example");
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    proxy.start();
    try {
      URI manager = URI.create("http://127.0.0.1:%d/m".formatted(proxy.getAddress().getPort()));
      ManagerClient client = new ManagerClient(new Tomcat(manager, "user", "secret"));

      assertThatThrownBy(client::list)
          .isInstanceOf(ManagerRefusal.class)
          .hasMessageContaining("HTTP " + status)
          .hasMessageContaining(remedy)
          .hasMessageNotContaining("secret");
    } finally {
      proxy.stop(0);
    }
  }
}
