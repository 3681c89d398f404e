package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostsTest {

  private static final HttpAddress RECORDER =
      HttpAddress.of(URI.create("http://127.0.0.1:1/recorder"));
  private static final Pattern ID = Pattern.compile("\"id\":\"([0-9a-f-]{36})\"");

  /** Even if batches are rarer than the distinct bodies, and if there are few bodies. */
  @ParameterizedTest
  @CsvSource({"10, 1", "10, 8", "10, 9", "10, 40", "1500000, 3"})
  void batchesAlternateBetweenJsonArrayAndLines(int bytes, int every) throws IOException {
    List<String> batches = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    Requests posts = posts(bytes, new Batches(2, every, Batches.Form.BOTH));
    for (int i = 0; i < 4 * every; i++) {
      String request = next(posts);
      String[] parts = request.split("\r\n\r\n", 2);
      assertThat(parts[0]).endsWith("Content-Length: " + parts[1].length());
      ID.matcher(parts[1]).results().forEach(found -> ids.add(found.group(1)));
      if (posts.messages() == 2) {
        assertThat(posts.payloadBytes()).isEqualTo(2L * bytes);
        batches.add(form(parts));
      } else if (every > 1) {
        assertThat(form(parts)).isEqualTo("one");
      }
    }
    assertThat(batches).hasSize(4).doesNotContain("one");
    assertThat(batches.get(0)).isNotEqualTo(batches.get(1)).isEqualTo(batches.get(2));
    assertThat(batches.get(1)).isEqualTo(batches.get(3));
    assertThat(ids).hasSize(4 * every + 4).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource({"array, 1, one", "array, 2, array", "lines, 1, lines", "lines, 2, lines"})
  void aBatchHasTheConfiguredFormat(String form, int messages, String sent) throws IOException {
    Batches batches = new Batches(messages, 1, Batches.Form.valueOf(form.toUpperCase(Locale.ROOT)));

    String request = next(posts(10, batches));

    assertThat(form(request.split("\r\n\r\n", 2))).isEqualTo(sent);
    assertThat(ID.matcher(request).results()).hasSize(messages);
  }

  private static Requests posts(int bytes, Batches batches) {
    return new RecordingBodies(RECORDER, bytes, batches, 1).posts(7);
  }

  private static String next(Requests posts) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    posts.write(out, 0);
    return out.toString(US_ASCII);
  }

  /** Returns the content type and the format of the body, which must match. */
  private static String form(String[] headAndBody) {
    String body = headAndBody[1];
    if (headAndBody[0].contains("Content-Type: application/x-ndjson\r\n")) {
      assertThat(body).endsWith("}\n");
      assertThat(body.lines()).allMatch(line -> line.startsWith("{") && line.endsWith("}"));
      return "lines";
    }
    assertThat(headAndBody[0]).contains("Content-Type: application/json\r\n");
    assertThat(body).matches(text -> text.startsWith("{") || text.startsWith("[{"));
    return body.startsWith("[") ? "array" : "one";
  }
}
