package io.perfline.core.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.perfline.core.command.Fault;
import io.perfline.core.project.ServiceSurvey.Found;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceSurveyTest {

  private static final String API =
      """
      {"servers": [{"url": "%s"}],
       "paths": {
         "/orders/{id}": {"get": {}},
         "/search": {"get": {"parameters": [{"name": "q", "in": "query", "required": true}]}},
         "/shared": {"parameters": [{"$ref": "#/components/parameters/tenant"}], "get": {}},
         "/orders": {"post": {}, "get": {"parameters": [{"name": "page", "in": "query"}]}},
         "/news": {"get": {"responses": {"200": {"content": {"text/event-stream": {}}}}}},
         "/broken": {"get": {}},
         "/cancel": {"delete": {}},
         "/items": {"get": {}}}}
      """;

  private final Map<String, String> bodies = new ConcurrentHashMap<>();
  private final Map<String, Integer> statuses = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().toString();
    requests.add(exchange.getRequestMethod() + " " + path);
    byte[] body = bodies.getOrDefault(path, "").getBytes(StandardCharsets.UTF_8);
    int status = statuses.getOrDefault(path, bodies.containsKey(path) ? 200 : 404);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/, /",
    "/health /, /health",
    "/healthz /health /, /health",
    "/q/health /health, /q/health",
    "/ /healthz /actuator/health, /actuator/health"
  })
  void takesTheFirstHealthPathThatAnswers(String answering, String found) throws Exception {
    for (String path : answering.split(" ")) {
      statuses.put(path, 204);
    }

    assertThat(survey("").health()).contains(new Found(found, 204));
  }

  @Test
  void waitsForAHealthPathThatIsNotAvailableYet() throws Exception {
    statuses.putAll(Map.of("/", 200, "/actuator/health", 503));
    Thread later =
        new Thread(
            () -> {
              while (requests.size() < 10) {
                Thread.onSpinWait();
              }
              statuses.put("/actuator/health", 200);
            });
    later.start();

    assertThat(survey("").awaitHealth(() -> true, seconds(20)))
        .contains(new Found("/actuator/health", 200));
    later.join();
  }

  @Test
  void anEndedServiceHasNoHealth() {
    ServiceSurvey ended = new ServiceSurvey(new HttpProbe(URI.create("http://127.0.0.1:1")));

    assertThatThrownBy(() -> ended.awaitHealth(() -> false, seconds(20)))
        .isInstanceOf(Fault.class)
        .hasMessage("it ended before it answered");
    assertThatThrownBy(() -> ended.awaitHealth(() -> true, 1))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("did not answer within");
    assertThatThrownBy(ended::health).isInstanceOf(IOException.class);
  }

  @Test
  void loadsPathsOfTheDescriptionThatNeedNoParameters() throws Exception {
    bodies.put("/v3/api-docs", API.formatted("/"));
    statuses.putAll(Map.of("/orders", 200, "/items", 200, "/broken", 500, "/", 200));

    assertThat(survey("").load())
        .containsExactly(new Found("/orders", 200), new Found("/items", 200));
    assertThat(requests)
        .containsExactly("GET /v3/api-docs", "GET /orders", "GET /broken", "GET /items");
  }

  @ParameterizedTest
  @CsvSource({
    "'', /api, /api/items, /api/items",
    "'', http://127.0.0.1/api/, /api/items, /api/items",
    "/shop, http://127.0.0.1/shop, /shop/items, /items",
    "'', https://{host}/api, /items, /items"
  })
  void requestsThePathsBelowTheAddressOfTheService(
      String context, String url, String served, String found) throws Exception {
    bodies.put(context + "/openapi.json", API.formatted(url));
    statuses.put(served, 200);

    assertThat(survey(context).load()).containsExactly(new Found(found, 200));
  }

  @ParameterizedTest
  @CsvSource({"'', true", "no JSON, true", "[], true", "'{\"paths\": 1}', false"})
  void loadsTheRootWithoutAUsefulDescription(String description, boolean root) throws Exception {
    bodies.put("/openapi.json", description);
    statuses.put("/", root ? 200 : 404);

    assertThat(survey("").load()).isEqualTo(root ? List.of(new Found("/", 200)) : List.of());
  }

  @Test
  void aPathThatIsNotFoundEndsTheWaitWithAnotherOne() {
    statuses.put("/health", 200);
    ReadyCheck ready = new ReadyCheck("/ready", 200, Duration.ofSeconds(60));

    assertThatThrownBy(() -> probe("").awaitReady(ready, ready.within(), () -> true, waiting -> {}))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("/ready is answered with 404, not 200")
        .hasMessageContaining("GET /health is answered with 200: set ready: {get: /health}")
        .hasMessageContaining("tried for 6 s");
  }

  private HttpProbe probe(String context) {
    return new HttpProbe(
        URI.create("http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), context)));
  }

  private ServiceSurvey survey(String context) {
    return new ServiceSurvey(probe(context));
  }

  private static long seconds(int seconds) {
    return Duration.ofSeconds(seconds).toNanos();
  }
}
