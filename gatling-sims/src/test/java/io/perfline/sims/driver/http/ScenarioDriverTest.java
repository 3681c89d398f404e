package io.perfline.sims.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.project.Scenario;
import io.perfline.core.run.FailedAnswer;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests scenarios against a real HTTP server that records its requests. */
class ScenarioDriverTest {

  private static final String HEAD =
      "version: 1\nservice: {url: 'http://127.0.0.1:1', auth: {bearer: '${TOKEN}'}}\nload:\n";

  private final List<String> received = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, String> headers = new ConcurrentHashMap<>();
  private final List<String> outcome = new ArrayList<>();
  private final List<Long> thoughts = new ArrayList<>();
  private final List<FailedAnswer> failures = new ArrayList<>();
  private HttpServer server;
  @TempDir private Path folder;

  @BeforeEach
  void startServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stopServer() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String path = exchange.getRequestURI().toString();
    received.add(exchange.getRequestMethod() + " " + path + (body.isEmpty() ? "" : " " + body));
    exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
    byte[] output =
        "{\"id\": 17, \"state\": \"NEW\", \"total\": 2.50}".getBytes(StandardCharsets.UTF_8);
    switch (path) {
      case "/orders" -> {
        exchange.getResponseHeaders().add("Location", url() + "/orders/17");
        exchange.getResponseHeaders().add("Set-Cookie", "session=abc; Path=/; HttpOnly");
        exchange.sendResponseHeaders(201, output.length);
      }
      case "/gzip" -> {
        exchange.getResponseHeaders().add("Content-Encoding", "gzip");
        exchange.sendResponseHeaders(200, 0);
        try (GZIPOutputStream out = new GZIPOutputStream(exchange.getResponseBody())) {
          out.write(output);
        }
        exchange.close();
        return;
      }
      case "/brotli" -> {
        exchange.getResponseHeaders().add("Content-Encoding", "br");
        exchange.sendResponseHeaders(200, output.length);
      }
      case "/old" -> {
        exchange.getResponseHeaders().add("Location", "/new?x=1");
        exchange.sendResponseHeaders(302, -1);
      }
      case "/elsewhere" -> {
        exchange.getResponseHeaders().add("Location", "http://shop.internal/orders/17");
        exchange.getResponseHeaders().add("Set-Cookie", "session=abc");
        exchange.getResponseHeaders().add("Set-Cookie", "theme=dark");
        exchange.sendResponseHeaders(200, output.length);
      }
      case "/twice" -> {
        output = "{\"state\": \"NEW\"}{\"error\": 1}".getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, output.length);
      }
      case "/broken" -> exchange.sendResponseHeaders(500, output.length);
      default -> exchange.sendResponseHeaders(200, 0);
    }
    if (!exchange.getRequestMethod().equals("HEAD") && !path.equals("/old")) {
      exchange.getResponseBody().write(output);
    }
    exchange.close();
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Test
  void usesValuesOfEarlierResponses() throws Exception {
    Files.writeString(folder.resolve("customers.csv"), "id,name\n1,Ann\n2,Bob");
    send(
        2,
        """
          shop:
            connections: 1
            data: customers.csv
            requests:
              - post: /orders
                headers: {Content-Type: application/json}
                body: {json: {customer: '${id}', name: '${name}'}}
                expect: {status: 201, header: {location: /orders/}, json: {/state: NEW, /total: 2.5}}
                save: {order: {header: Location}, id: {json: /id}, state: {regex: '"state": "(\\w+)"'}}
              - get: ${order}
                expect: {contains: NEW}
              - delete: /carts/${id}?state=${state}
        """);

    assertThat(received)
        .containsExactly(
            "POST /orders {\"customer\":\"1\",\"name\":\"Ann\"}",
            "GET /orders/17",
            "DELETE /carts/17?state=NEW",
            "POST /orders {\"customer\":\"2\",\"name\":\"Bob\"}",
            "GET /orders/17",
            "DELETE /carts/17?state=NEW");
    assertThat(outcome)
        .containsExactly("0 ok", "1 ok", "2 ok", "succeeded", "0 ok", "1 ok", "2 ok", "succeeded");
    assertThat(headers)
        .containsEntry("Cookie", "session=abc")
        .containsEntry("Authorization", "Bearer secret")
        .containsEntry("Content-type", "application/json");
  }

  @Test
  void followsRedirectsIfConfigured() throws Exception {
    send(1, "  a: {connections: 1, redirects: true, requests: [{post: /old, body: x}]}");
    send(1, "  a: {connections: 1, requests: [{get: /old}]}");

    assertThat(received).containsExactly("POST /old x", "GET /new?x=1", "GET /old");
    assertThat(outcome).containsExactly("succeeded", "status 302");
  }

  @Test
  void anAddressOfAnotherServerIsNotReplaced() throws Exception {
    send(
        1,
        "  a: {connections: 1, requests: [{get: /elsewhere, save: {o: {header: Location}}}, {get: '${o}'}]}");

    assertThat(received).containsExactly("GET /elsewhere");
    assertThat(outcome).endsWith("address of another server");
  }

  @Test
  void checksSeveralCookiesAndWhatFollowsJson() throws Exception {
    send(
        1,
        "  a: {connections: 1, requests: [{get: /elsewhere, expect: {header: {set-cookie: theme}}}]}");
    send(1, "  a: {connections: 1, requests: [{get: /twice, expect: {json: {/state: NEW}}}]}");

    assertThat(outcome).containsExactly("succeeded", "body is not JSON");
  }

  @Test
  void countsUnexpectedResponsesByKind() throws Exception {
    send(1, "  a: {connections: 1, requests: [{get: /, expect: {status: 204}}]}");
    send(1, "  a: {connections: 1, requests: [{get: /, expect: {json: {/state: OLD}}}]}");
    send(1, "  a: {connections: 1, requests: [{get: /, expect: {contains: OLD}}]}");
    send(1, "  a: {connections: 1, requests: [{get: /, expect: {regex: 'st.te.*OLD'}}]}");
    send(1, "  a: {connections: 1, requests: [{get: /, expect: {header: {location: x}}}]}");
    send(1, "  a: {connections: 1, requests: [{get: /, save: {x: {json: /none}}}, {head: /}]}");
    send(1, "  a: {connections: 1, requests: [{get: /broken}, {get: /never}]}");

    assertThat(outcome)
        .containsExactly(
            "status 200",
            "json /state",
            "body lacks a text",
            "body doesn't match",
            "header location",
            "0 nothing to save as x",
            "nothing to save as x",
            "0 status 500",
            "status 500");
    assertThat(received).doesNotContain("GET /never", "HEAD /");
  }

  @Test
  void encodesValuesForTheirPosition() throws Exception {
    Files.writeString(
        folder.resolve("d.csv"), "q,n\n\"he asks \"\"hi\"\" & C:\\temp#1+1\ntwo\",2.50\n");
    send(
        1,
        """
          a:
            connections: 1
            data: d.csv
            requests:
              - get: '/a b/${q}?q=ä&v=${q}'
              - {post: /json, body: {json: {q: 'x ${q}', n: !number '${n}', t: '${n}'}}}
              - post: /text
                headers: {content-type: application/json}
                body: '{"q": "${q}", "n": ${n}}'
              - {post: /form, body: {form: {'a&b': 'ü ${q}'}}}
              - {options: /o, headers: {X-Q: '${q}'}}
        """);

    String url = "he%20asks%20%22hi%22%20%26%20C%3A%5Ctemp%231%2B1%0Atwo";
    String json = "he asks \\\"hi\\\" & C:\\\\temp#1+1\\ntwo";
    assertThat(received)
        .containsExactly(
            "GET /a%20b/" + url + "?q=%C3%A4&v=" + url,
            "POST /json {\"q\":\"x " + json + "\",\"n\":2.50,\"t\":\"2.50\"}",
            "POST /text {\"q\": \"" + json + "\", \"n\": 2.50}",
            "POST /form a%26b=%C3%BC+" + url,
            "OPTIONS /o");
    assertThat(headers).containsEntry("X-q", "he asks \"hi\" & C:\\temp#1+1 two");
    assertThat(outcome).endsWith("succeeded");
  }

  @Test
  void sendsFilesUnchanged() throws Exception {
    Files.write(folder.resolve("a.png"), new byte[] {'P', (byte) 0xff, '$', '{', 'x', '}'});
    Files.writeString(folder.resolve("d.csv"), "name\nanna\n");
    send(
        1,
        """
          a:
            connections: 1
            data: d.csv
            requests:
              - {post: /binary, body: {binary: a.png}}
              - {post: /file, body: {file: a.png}}
              - post: /upload
                body:
                  multipart:
                    title: 'of ${name}'
                    image: {file: a.png, name: me.png, type: image/png}
        """);

    String boundary = "perfline-9d1f0c52b7a84e63";
    assertThat(received.get(0)).isEqualTo("POST /binary P\ufffd${x}");
    assertThat(received.get(1)).isEqualTo("POST /file P\ufffd${x}");
    assertThat(received.get(2).replace("\r\n", "|"))
        .isEqualTo(
            "POST /upload --B|Content-Disposition: form-data; name=\"title\"||of anna|"
                    .replace("B", boundary)
                + "--B|Content-Disposition: form-data; name=\"image\"; filename=\"me.png\"|"
                    .replace("B", boundary)
                + "Content-Type: image/png||P\ufffd${x}|--B--|".replace("B", boundary));
    assertThat(headers).containsEntry("Content-type", "multipart/form-data; boundary=" + boundary);
  }

  @Test
  void checksCanUseValuesOfTheSession() throws Exception {
    Files.writeString(folder.resolve("d.csv"), "state,id,wrong\nNEW,17,18\n");
    String load = "  a: {connections: 1, data: d.csv, requests: [{get: /, expect: {%s}}]}";
    send(1, load.formatted("json: {/state: '${state}', /id: '${id}'}"));
    send(1, load.formatted("json: {/id: !number '${id}'}, contains: '\"${state}\"'"));
    send(1, load.formatted("json: {/state: !number '${id}'}"));
    send(1, load.formatted("json: {/id: '${wrong}'}"));
    send(1, load.formatted("contains: '${wrong}'"));
    send(1, load.formatted("status: [404, 200]"));
    send(1, load.formatted("status: [404, 410]"));

    assertThat(outcome)
        .containsExactly(
            "succeeded",
            "succeeded",
            "json /state",
            "json /id",
            "body lacks a text",
            "succeeded",
            "status 200");
  }

  @Test
  void decodesCompressedResponsesForChecks() throws Exception {
    send(1, "  a: {connections: 1, requests: [{get: /gzip, expect: {json: {/state: NEW}}}]}");
    send(1, "  a: {connections: 1, requests: [{get: /brotli, expect: {json: {/state: NEW}}}]}");
    send(1, "  a: {connections: 1, requests: [{get: /brotli}]}");

    assertThat(outcome).containsExactly("succeeded", "body is not br", "succeeded");
  }

  @Test
  void keepsTheFirstFailuresOfEachKindWithoutSecrets() throws Exception {
    Files.writeString(folder.resolve("d.csv"), "password\nhunter2\n");
    send(
        5,
        """
          a:
            connections: 1
            data: d.csv
            requests:
              - {get: '/?access_token=${TOKEN}', save: {id: {json: /id}}}
              - post: /orders
                headers: {X-Api-Key: '${TOKEN}'}
                body: {json: {password: '${password}', note: 'for ${TOKEN}'}}
                expect: {json: {/state: OLD}}
        """);

    assertThat(failures).hasSize(2);
    FailedAnswer first = failures.get(0);
    assertThat(first.request()).isEqualTo("post_orders");
    assertThat(first.kind()).isEqualTo("json /state");
    assertThat(first.checks())
        .containsExactly("ok    status 201", "FAIL  json /state: \"NEW\", expected \"OLD\"");
    assertThat(first.sent())
        .contains("X-Api-Key: …", "Authorization: …", "\"password\":\"…\"", "for ${TOKEN}")
        .doesNotContain("hunter2", "secret");
    assertThat(first.received())
        .startsWith("HTTP/1.1 201\r\n")
        .containsIgnoringCase("set-cookie: …")
        .contains("\"total\": 2.50");
  }

  @Test
  void usesEachRowOnce() throws Exception {
    Files.writeString(folder.resolve("keys.csv"), "key\na b\nü");
    send(
        3,
        """
          a:
            connections: 1
            data: {file: keys.csv, order: once}
            requests: [{get: '/k/${key}'}]
        """);

    assertThat(received).containsExactly("GET /k/a%20b", "GET /k/%C3%BC");
    assertThat(outcome)
        .containsExactly("succeeded", "succeeded", "each row of the data was used once");
  }

  @Test
  void theResponseToHeadHasNoBody() throws Exception {
    send(2, "  a: {connections: 1, requests: [{head: /}, {get: /}]}");

    assertThat(received).containsExactly("HEAD /", "GET /", "HEAD /", "GET /");
    assertThat(outcome).endsWith("succeeded");
  }

  @Test
  void needsItsVariables() {
    assertThatThrownBy(() -> send(1, "  a: {connections: 1, requests: [{get: '/${NOT_SET}'}]}"))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("needs the variable NOT_SET");
  }

  @Test
  void sessionsWaitTheirThinkTimeBeforeEachRequest() throws Exception {
    send(1, "  a: {users: 1, think_time: 10 ms, requests: [{get: /}, {get: /b}]}");

    assertThat(outcome).containsExactly("0 ok", "1 ok", "succeeded");
    // Each think time is reported before it starts, and how much longer it took after it ended.
    assertThat(thoughts).hasSize(4).allMatch(nanos -> nanos >= 0);
    assertThat(List.of(thoughts.get(0), thoughts.get(2)))
        .allMatch(nanos -> nanos >= 5_000_000 && nanos <= 15_000_000);
  }

  @Test
  void aMixRunsItsScenariosInProportionToTheirWeights() throws Exception {
    Files.writeString(folder.resolve("customers.csv"), "id,name\n1,Ann\n2,Bob\n3,Eve");
    send(
        40,
        """
          shop:
            connections: 1
            mix:
              browse: {weight: 3, requests: [{get: /}]}
              buy: {weight: 1, data: {file: customers.csv, order: in order}, requests: [{get: '/${id}'}, {get: /broken}]}
        """);

    assertThat(received).filteredOn("GET /"::equals).hasSizeBetween(29, 31);
    List<String> bought = received.stream().filter(one -> one.matches("GET /\\d")).toList();
    assertThat(bought).startsWith("GET /1", "GET /2", "GET /3", "GET /1").hasSizeBetween(9, 11);
    assertThat(outcome).contains("0 ok", "1 ok", "2 status 500", "status 500", "succeeded");
    assertThat(outcome).filteredOn("1 ok"::equals).hasSameSizeAs(bought);
    assertThat(failures).extracting(FailedAnswer::request).containsOnly("buy/get_broken");
  }

  private void send(int times, String load) throws Exception {
    Path file = folder.resolve("perf.yml");
    Files.writeString(file, HEAD + load);
    Project project = ProjectFile.read(file);
    ScenarioDriver driver =
        new ScenarioDriver(
            project.loads(Scenario.class).values().iterator().next(),
            project.service().login(),
            new ProcessVariables(file, Map.of("TOKEN", "secret")));
    CaseSettings settings = new CaseSettings(Map.of());
    Environment environment = Environment.named("test").at(URI.create(url()));
    driver.check(environment, Target.SERVICE);
    try (Session session = driver.open(environment, Target.SERVICE, "test", settings);
        Connection connection = session.connect(0, new Notes())) {
      for (int i = 0; i < times; i++) {
        connection.send(i);
      }
      failures.addAll(session.failures());
    }
  }

  private final class Notes implements RequestListener {
    @Override
    public void succeeded(long request, int messages, long bytes) {
      outcome.add("succeeded");
    }

    @Override
    public void failed(long request, String kind) {
      outcome.add(kind);
    }

    @Override
    public void thinks(long request, long nanos) {
      thoughts.add(nanos);
    }

    @Override
    public void partEnded(long request, int part, long nanos, String failure) {
      outcome.add(part + " " + (failure == null ? "ok" : failure));
    }
  }
}
