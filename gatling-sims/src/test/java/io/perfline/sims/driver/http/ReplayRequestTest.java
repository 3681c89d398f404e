package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.sims.driver.ByteText;
import io.perfline.sims.driver.RawServer;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a replay sends the bytes that were recorded. */
class ReplayRequestTest {

  private static final HttpAddress SERVICE = HttpAddress.of(URI.create("http://shop.test/app"));

  private static String sent(String keys) {
    String line =
        "{\"at_us\":0,\"connection\":0,\"method\":\"POST\",%s,\"status\":200,\"answer_headers\":{},\"took_us\":1}"
            .formatted(keys);
    try (CaptureReader reader =
        new CaptureReader(
            Path.of("test.jsonl"),
            new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8)))) {
      return new String(
          ReplayRequest.bytes(reader.next(), SERVICE, null, new ByteText()), ISO_8859_1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/search?q=a|b",
        "/p?x=%",
        "/p?redirect=http://a.example/?x=1#top",
        "/a{}^`<>\\\\"
      })
  void sendsTheTargetAsItWasRecorded(String path) {
    assertThat(sent("\"path\":\"%s\",\"headers\":{}".formatted(path)))
        .startsWith("POST /app%s HTTP/1.1\r\n".formatted(path.replace("\\\\", "\\")));
  }

  @Test
  void sendsPathAndHeadersInTheirCharset() {
    String keys = "\"path\":\"/Käse\",\"headers\":{\"X-Town\":[\"Köln\"]}";

    assertThat(sent(keys))
        .startsWith("POST /app" + RawServer.bytes("/Käse", "UTF-8") + " HTTP/1.1\r\n")
        .contains("X-Town: " + RawServer.bytes("Köln", "UTF-8") + "\r\n");
    assertThat(sent(keys + ",\"head_charset\":\"ISO-8859-1\""))
        .startsWith("POST /app/K\u00e4se HTTP/1.1\r\n")
        .contains("X-Town: K\u00f6ln\r\n");
  }

  @Test
  void sendsBodiesInTheirCharset() {
    String keys = "\"path\":\"/\",\"headers\":{},\"body\":\"Köln\"";

    assertThat(sent(keys)).endsWith("\r\n\r\n" + RawServer.bytes("Köln", "UTF-8"));
    assertThat(sent(keys + ",\"body_charset\":\"ISO-8859-1\""))
        .endsWith("Content-Length: 4\r\n\r\nK\u00f6ln");
    assertThatThrownBy(() -> sent(keys + ",\"body_charset\":\"klingon\""))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("a charset of it is not known");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a b", "/a\\r\\nX: 1", "a", "/\\u0000"})
  void refusesTextsThatAreNotTargets(String path) {
    assertThatThrownBy(() -> sent("\"path\":\"%s\",\"headers\":{}".formatted(path)))
        .isInstanceOf(Fault.class);
  }
}
