package io.perfline.sims.capture;

import static io.perfline.sims.driver.RawServer.answer;
import static io.perfline.sims.driver.RawServer.bytes;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.file.Json;
import io.perfline.sims.driver.RawServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CaptureProxyTest {

  private static final String JSON = "Content-Type: application/json\r\n";

  @TempDir private Path folder;
  private Path recording;
  private RawServer service;
  private CaptureFile file;
  private CaptureProxy proxy;

  @BeforeEach
  void begin() throws IOException {
    recording = folder.resolve("capture.jsonl");
    file = new CaptureFile(recording);
    service =
        new RawServer(
            request ->
                request.contains(" /endless ")
                    ? "HTTP/1.1 200 OK\r\n\r\n."
                    : request.contains(" /long ")
                        ? answer(200, "", "x".repeat((8 << 20) + 1))
                        : request.startsWith("HEAD")
                            ? "HTTP/1.1 200 OK\r\nContent-Length: 12345678901\r\n\r\n"
                            : answer(200, JSON, "{\"n\": 1}"));
    proxy = proxy(service.url(), Duration.ofSeconds(30));
  }

  private CaptureProxy proxy(URI url, Duration within) throws IOException {
    return new CaptureProxy(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        url,
        new SecretMask(List.of()),
        false,
        file,
        within);
  }

  @AfterEach
  void end() throws IOException {
    proxy.close();
    proxy.close(); // as the command does, before and after its report
    file.close();
    service.close();
  }

  /** Sends bytes to the proxy, and returns all bytes that it sends until it closes. */
  private String send(String request) throws IOException {
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
      client.getOutputStream().write(request.getBytes(ISO_8859_1));
      return new String(client.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  private static String get(String target) {
    return "GET %s HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n".formatted(target);
  }

  private List<JsonNode> recorded() throws IOException {
    List<JsonNode> all = new ArrayList<>();
    for (String line : Files.readAllLines(recording)) {
      all.add(Json.MAPPER.readTree(line));
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/ok",
        "/search?q=a|b",
        "/map?box={\"n\":1,\"s\":[2,3]}",
        "/price?from=10^2",
        "/tag/`x`",
        "/p?x=%",
        "/p?x=%u2014",
        "/p?a[]=1&a[]=2",
        "/p?q=100%25|50%25",
        "/path//double",
        "/a;v=1/b",
        "/p?redirect=http://a.example/?x=1#top",
        "/#/route",
        "/back\\slash",
        "/<b>",
        "//host/path",
      })
  void passesOnAnyTargetByteForByte(String target) throws Exception {
    assertThat(send(get(target))).startsWith("HTTP/1.1 200").endsWith("{\"n\": 1}");

    assertThat(service.targets()).containsExactly(target);
    assertThat(recorded()).hasSize(1);
    assertThat(recorded().get(0).get("path").asText()).isEqualTo(target);
    assertThat(proxy.refused()).isZero();
  }

  @Test
  void passesOnBytesBeyondAscii() throws Exception {
    String utf8 = bytes("/Käse?q=日本", "UTF-8");
    send(get(utf8).replace("Host", "X-Town: " + bytes("Köln", "UTF-8") + "\r\nHost"));
    send(get("/K\u00e4se").replace("Host", "X-Town: K\u00f6ln\r\nHost"));

    assertThat(service.targets()).containsExactly(utf8, "/K\u00e4se");
    assertThat(service.requests().get(1)).contains("X-Town: K\u00f6ln\r\n");
    assertThat(recorded().get(0).get("path").asText()).isEqualTo("/Käse?q=日本");
    assertThat(recorded().get(0).has("head_charset")).isFalse();
    assertThat(recorded().get(1).get("path").asText()).isEqualTo("/Käse");
    assertThat(recorded().get(1).get("head_charset").asText()).isEqualTo("ISO-8859-1");
  }

  @Test
  void takesAddressesOfClientsThatKnowTheProxy() throws Exception {
    send(get("http://shop.test/a|b?c"));
    send(get("http://shop.test"));

    assertThat(service.targets()).containsExactly("/a|b?c", "/");
  }

  @Test
  void storesBodiesInTheirCharset() throws Exception {
    String latin = bytes("{\"town\":\"Köln\",\"password\":\"x\",\"sum\":1.50}", "ISO-8859-1");
    send(
        get("/orders")
                .replace("GET", "POST")
                .replace(
                    "Host",
                    "Content-Type: application/json; charset=ISO-8859-1\r\nContent-Length: %d\r\nHost"
                        .formatted(latin.length()))
            + latin);

    JsonNode exchange = recorded().get(0);
    assertThat(service.requests().get(0)).endsWith(latin);
    assertThat(exchange.get("body").asText())
        .isEqualTo("{\"town\":\"Köln\",\"password\":\"…\",\"sum\":1.50}");
    assertThat(exchange.get("body_charset").asText()).isEqualTo("ISO-8859-1");
  }

  @Test
  void countsWhatItRefusesAndNamesTheFirst() throws Exception {
    assertThat(send(get("/a b"))).startsWith("HTTP/1.1 400 Refused by perfline capture");
    assertThat(send("CONNECT shop.test:443 HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 400");
    assertThat(send("PUT / HTTP/1.1\r\nContent-Length: 8388609\r\n\r\n"))
        .startsWith("HTTP/1.1 413");
    assertThat(send(get("/long"))).startsWith("HTTP/1.1 502").contains("longer than 8 MiB");

    assertThat(proxy.refused()).isEqualTo(4);
    assertThat(proxy.firstRefusal()).startsWith("GET /a");
    assertThat(proxy.unanswered()).isZero();
    assertThat(recorded()).isEmpty();
  }

  @Test
  void keepsConnectionsAndTheLengthOfHead() throws Exception {
    String keep = "HTTP/1.1\r\nHost: shop.test\r\n\r\n";
    String all = send("HEAD /a " + keep + "GET /b " + keep + get("/c"));

    assertThat(all).startsWith("HTTP/1.1 200 OK\r\nContent-Length: 12345678901\r\n");
    assertThat(all.split("HTTP/1.1 200", -1)).hasSize(4);
    assertThat(recorded())
        .extracting(one -> one.get("path").asText())
        .containsExactly("/a", "/b", "/c");
    assertThat(recorded()).extracting(one -> one.get("connection").asInt()).containsOnly(0);
  }

  @Test
  void doesNotWaitForTheEndOfAnEndlessResponse() throws Exception {
    proxy.close();
    proxy = proxy(service.url(), Duration.ofSeconds(2));

    assertThat(send(get("/endless")))
        .startsWith("HTTP/1.1 502")
        .contains("it did not end within 2 s");
    assertThat(proxy.unanswered()).isEqualTo(1);
  }

  @Test
  void reportsThatTheServiceDoesNotAnswer() throws Exception {
    proxy.close();
    service.close();
    proxy = proxy(service.url(), Duration.ofSeconds(30));

    assertThat(send(get("/")))
        .startsWith("HTTP/1.1 502")
        .contains("perfline capture got no answer");
    assertThat(proxy.unanswered()).isEqualTo(1);
    assertThat(recorded()).isEmpty();
  }
}
