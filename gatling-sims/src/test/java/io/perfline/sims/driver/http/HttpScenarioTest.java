package io.perfline.sims.driver.http;

import static io.perfline.sims.driver.RawServer.answer;
import static io.perfline.sims.driver.RawServer.bytes;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.project.Scenario;
import io.perfline.core.run.FailedAnswer;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.RawServer;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what HTTP allows and is rare: byte for byte, against a server that sees every byte. */
@Timeout(60)
class HttpScenarioTest {

  private final List<String> outcome = new ArrayList<>();
  private final List<FailedAnswer> failures = new ArrayList<>();
  private List<String> requests = List.of();
  private List<String> targets = List.of();
  @TempDir private Path folder;

  @Test
  void twoApplicationsOfOneHostHaveTheirOwnSessions() throws Exception {
    run(
        request ->
            request.startsWith("GET /login")
                ? answer(
                    200,
                    "Set-Cookie: SID=one; Path=/app1; HttpOnly\r\n"
                        + "set-cookie: SID=two; Path=/app2; HttpOnly\r\n"
                        + "Set-Cookie: theme=dark; Path=/\r\nSet-Cookie: note=\"a b=c\"; Path=/\r\n",
                    "")
                : answer(200, "", ""),
        "[{get: /login}, {get: /app1/page}, {get: /app2/page}, {get: /app}]");

    assertThat(cookies())
        .containsExactly(
            "",
            "SID=one; theme=dark; note=\"a b=c\"",
            "SID=two; theme=dark; note=\"a b=c\"",
            "theme=dark; note=\"a b=c\"");
  }

  @Test
  void aCookieThatExpiresIsNotSentAnyMore() throws Exception {
    String past = "Expires=Thu, 01 Jan 1970 00:00:00 GMT";
    run(
        request ->
            request.startsWith("GET /login")
                ? answer(200, "Set-Cookie: SID=1; Path=/app\r\nSet-Cookie: theme=; Path=/\r\n", "")
                : answer(
                    200,
                    "Set-Cookie: SID=x; Path=/app; %s\r\nSet-Cookie: theme=; Path=/; %s\r\n"
                        .formatted(past, past),
                    ""),
        "[{get: /login}, {get: /app/logout}, {get: /app/public}]");

    assertThat(cookies()).containsExactly("", "SID=1; theme=", "");
  }

  @Test
  void cookiesAreKeptOnRedirectsAndJoinedToOnesOfPerfYml() throws Exception {
    run(
        request ->
            request.startsWith("POST /login")
                ? answer(303, "Set-Cookie: SID=1\r\nLocation: /home/start\r\n", "")
                : request.startsWith("GET /mine")
                    ? answer(200, "X-Mine: mine=7\r\n", "")
                    : answer(200, "Set-Cookie: seen=1\r\n", ""),
        "[{get: /mine, save: {mine: {header: X-Mine}}}, {post: /login, body: x},"
            + " {get: /home/next, headers: {Cookie: '${mine}'}}]",
        "redirects: true");

    assertThat(targets).containsExactly("/mine", "/login", "/home/start", "/home/next");
    assertThat(cookies()).containsExactly("", "", "SID=1", "mine=7; seen=1; SID=1");
    assertThat(requests.get(3)).containsOnlyOnce("ookie: ");
  }

  @Test
  void showsWhyACookieIsLeftOut() throws Exception {
    run(
        request -> answer(500, "Set-Cookie: SID=1; Domain=shop.example.org\r\n", ""),
        "[{get: /login}]");

    assertThat(failures.get(0).checks())
        .contains(
            "note  the cookie 'SID' is left out: its domain 'shop.example.org' is not that of"
                + " 127.0.0.1");
  }

  private List<String> cookies() {
    return requests.stream()
        .map(
            request ->
                request
                    .lines()
                    .filter(line -> line.startsWith("Cookie: "))
                    .map(line -> line.substring(8))
                    .findFirst()
                    .orElse(""))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "text/xml; charset=ISO-8859-1, ISO-8859-1",
    "text/xml; charset=\"windows-1252\", windows-1252",
    "text/xml; Charset=UTF-16LE, UTF-16LE",
    "text/xml;charset=Shift_JIS, Shift_JIS",
    "text/xml; charset=utf8, UTF-8",
    "text/xml; charset=, UTF-8",
    "text/xml, UTF-8"
  })
  void sendsTextInTheCharsetOfItsType(String type, String charset) throws Exception {
    String words = charset.equals("Shift_JIS") ? "日本" : "Käse ½";
    Files.writeString(folder.resolve("data.csv"), "word\n" + words);
    run(
        request -> answer(200, "", ""),
        "[{post: /, headers: {Content-Type: '%s'}, body: '<a>%s, ${word}, ${uuid}</a>'}]"
            .formatted(type, words),
        "data: data.csv");

    assertThat(body(0, charset)).matches("<a>%s, %s, [0-9a-f-]{36}</a>".formatted(words, words));
  }

  @Test
  void sendsFormsInTheCharsetOfTheirType() throws Exception {
    Files.writeString(folder.resolve("data.csv"), "word\nKöln am Rhein");
    String type =
        "headers: {Content-Type: 'application/x-www-form-urlencoded; charset=ISO-8859-1'}";
    run(
        request -> answer(200, "", ""),
        "[{post: /, %s, body: {form: {straße: 'ä b', at: '${word}'}}}, {post: /, %s, body: 'a=%%E4&b=${word}'}]"
            .formatted(type, type),
        "data: data.csv");

    assertThat(body(0, "ISO-8859-1")).isEqualTo("stra%DFe=%E4+b&at=K%F6ln%20am%20Rhein");
    assertThat(body(1, "ISO-8859-1")).isEqualTo("a=%E4&b=K%F6ln%20am%20Rhein");
  }

  @Test
  void refusesWhatTheCharsetLacks() throws Exception {
    String latin =
        "[{post: /, headers: {Content-Type: 'text/plain; charset=ISO-8859-1'}, body: '%s'}]";
    assertThatThrownBy(() -> run(request -> answer(200, "", ""), latin.formatted("5 €")))
        .isInstanceOf(Fault.class)
        .hasMessageContainingAll("post", "'5 €' is not in ISO-8859-1");
    assertThatThrownBy(
            () -> run(request -> "", latin.formatted("x").replace("ISO-8859-1", "klingon")))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("the charset 'klingon' is not known");

    Files.writeString(folder.resolve("data.csv"), "price\n5 €");
    run(request -> answer(200, "", ""), latin.formatted("${price}"), "data: data.csv");
    assertThat(outcome).containsExactly("value that the body's charset lacks");
    assertThat(requests).isEmpty();
  }

  private String body(int request, String charset) {
    String all = requests.get(request);
    byte[] body = all.substring(all.indexOf("\r\n\r\n") + 4).getBytes(ISO_8859_1);
    return new String(body, java.nio.charset.Charset.forName(charset));
  }

  @ParameterizedTest
  @CsvSource({
    "ISO-8859-1, application/json; charset=ISO-8859-1",
    "windows-1252, application/json; charset='windows-1252'",
    "UTF-16LE, application/json;charset=utf-16le",
    "UTF-16, application/json",
    "UTF-8, application/json; charset=UTF-8",
    "UTF-8, application/json"
  })
  void checksAndSavesInTheCharsetOfTheResponse(String charset, String type) throws Exception {
    String json = bytes("{\"town\": \"Köln\", \"zip\": \"50667\"}", charset);
    run(
        request -> answer(200, "Content-Type: " + type + "\r\n", json),
        "[{get: /, expect: {contains: Köln, regex: 'K.ln', json: {/town: Köln}},"
            + " save: {town: {json: /town}, by: {regex: '\"(K..n)\"'}}}, {get: '/${town}?by=${by}'}]");

    assertThat(outcome).containsExactly("0 ok", "1 ok", "succeeded");
    assertThat(targets).containsExactly("/", "/K%C3%B6ln?by=K%C3%B6ln");
  }

  @Test
  void showsAFailedResponseInItsCharset() throws Exception {
    run(
        request ->
            answer(500, "Content-Type: text/plain; charset=ISO-8859-1\r\n", "Stra\u00dfe zu"),
        "[{get: /}, {get: /b, expect: {contains: Weg}}]");

    assertThat(failures.get(0).received()).contains("Straße zu");
  }

  @Test
  void namesAnUnknownCharset() throws Exception {
    run(
        request -> answer(200, "Content-Type: text/plain; charset=klingon\r\n", "a"),
        "[{get: /, expect: {contains: a}}]");

    assertThat(outcome).containsExactly("body in an unknown charset");
  }

  @Test
  void keepsBytesOfHeadersAndLocations() throws Exception {
    String town = bytes("Köln", "UTF-8");
    run(
        request ->
            request.startsWith("GET /a")
                ? answer(
                    302, "X-Town: %s\r\nLocation: /%s|x?q=\u00e4\r\n".formatted(town, town), "")
                : answer(200, "X-Town: " + town + "\r\nX-Old: K\u00f6ln\r\n", ""),
        "[{get: /a, expect: {header: {x-town: Köln, x-old: Köln}}, save: {town: {header: X-Town}}},"
            + " {get: /b, headers: {X-Back: '${town}'}}]",
        "redirects: true");

    assertThat(outcome).endsWith("succeeded");
    assertThat(targets).containsExactly("/a", "/K%C3%B6ln%7Cx?q=%E4", "/b");
    assertThat(requests.get(2)).contains("X-Back: " + town + "\r\n");
  }

  @ParameterizedTest
  @CsvSource({
    "/search?q=a|b, /search?q=a%7Cb",
    "http://HOST/map?box={1}, /map?box=%7B1%7D",
    "//HOST/a b#top, /a%20b",
    "../x/./y|z, /x/y%7Cz",
    "?page=2#end, /shop/old?page=2"
  })
  void followsRedirectsWithCharactersThatNoUrlMayContain(String location, String expected)
      throws Exception {
    run(
        request ->
            request.startsWith("GET /shop/old ")
                ? answer(
                    302, "Location: %s\r\n".formatted(location.replace("HOST", host(request))), "")
                : answer(200, "", ""),
        "[{get: /shop/old}]",
        "redirects: true");

    assertThat(outcome).containsExactly("succeeded");
    assertThat(targets).containsExactly("/shop/old", expected);
  }

  private static String host(String request) {
    return request.lines().filter(line -> line.startsWith("Host: ")).findFirst().get().substring(6);
  }

  @Test
  void keepsTheMethodOfARedirectAsBrowsersDo() throws Exception {
    run(
        request ->
            request.contains(" /new ")
                ? answer(200, "", "")
                : answer(
                    Integer.parseInt(request.replaceAll("(?s)\\S+ /(\\d+) .*", "$1")),
                    "Location: /new\r\n",
                    ""),
        "[{put: /302, body: a}, {put: /303, body: a}, {post: /301, body: a}, {post: /307, body: a},"
            + " {delete: /301}]",
        "redirects: true");

    assertThat(requests)
        .filteredOn(request -> request.contains(" /new "))
        .extracting(request -> request.split(" ")[0])
        .containsExactly("PUT", "GET", "GET", "POST", "DELETE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HEAD|HTTP/1.1 200 OK|Content-Length: 12345678901||",
        "HEAD|HTTP/1.1 200 OK|Transfer-Encoding: chunked||",
        "GET|HTTP/1.1 204 No Content|Content-Length: 12345678901||",
        "GET|HTTP/1.1 304 Not Modified|Content-Length: 9999999999||",
        "GET|HTTP/1.1 200 OK|Content-Length: 2, 2|Content-Length: 2||ok",
        "GET|HTTP/1.1 200 OK|Content-Length: 0000000000002||ok",
        "GET|HTTP/1.1 200 OK|Connection: keep-alive, Upgrade|Content-Length: 2||ok",
        "GET|HTTP/1.1 103 Early Hints|Link: </a.css>|Content-Length: 99||HTTP/1.1 200 OK|Content-Length: 2||ok",
      })
  void readsLengthsThatHttpAllows(String exchange) throws Exception {
    String method = exchange.split("\\|")[0];
    String response = exchange.substring(method.length() + 1).replace("|", "\r\n");
    run(
        request -> response,
        "[{%s: /, expect: {status: [200, 204, 304]}}, {%s: /again, expect: {status: [200, 204, 304]}}]"
            .formatted(
                method.toLowerCase(java.util.Locale.ROOT),
                method.toLowerCase(java.util.Locale.ROOT)));

    assertThat(outcome).containsExactly("0 ok", "1 ok", "succeeded");
  }

  @Test
  void interimResponsesHaveNoPartInTheAnswer() throws Exception {
    run(
        request ->
            "HTTP/1.1 103 Early Hints\r\nX-State: early\r\nSet-Cookie: a=1\r\n\r\n"
                + answer(200, "X-State: final\r\n", ""),
        "[{get: /, save: {state: {header: X-State}}}, {get: '/${state}'}]");

    assertThat(targets).containsExactly("/", "/final");
    assertThat(cookies()).containsExactly("", "");
  }

  @Test
  void namesTheLimitOfABodyHoweverItIsSent() throws Exception {
    byte[] much = new byte[(16 << 20) + 1];
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      out.write(much);
    }
    run(
        request ->
            request.startsWith("GET /zipped")
                ? answer(200, "Content-Encoding: GZIP\r\n", zipped.toString(ISO_8859_1))
                : answer(200, "", new String(much, ISO_8859_1)),
        "[{get: /zipped, expect: {contains: a}}]");
    run(
        request -> answer(200, "", new String(much, ISO_8859_1)),
        "[{get: /, save: {id: {json: /id}}}]");

    assertThat(outcome).containsExactly("body longer than 16 MiB", "body longer than 16 MiB");
  }

  @Test
  void acceptsManyHeaders() throws Exception {
    String headers = "X-Filler: %s\r\n".formatted("x".repeat(8000)).repeat(10);
    run(request -> answer(200, headers, "ok"), "[{get: /, expect: {contains: ok}}]");

    assertThat(outcome).containsExactly("succeeded");
  }

  @Test
  void savesNumbersAsTheyAreWritten() throws Exception {
    run(
        request ->
            answer(
                200, "", "{\"p\": 19.90, \"e\": 1E400, \"n\": 9007199254740993.0, \"o\": [1.50]}"),
        "[{get: /, save: {p: {json: /p}, e: {json: /e}, n: {json: /n}, o: {json: /o}}},"
            + " {get: '/${p}/${e}/${n}?o=${o}'}]");

    assertThat(targets.get(1)).isEqualTo("/19.90/1E400/9007199254740993.0?o=%5B1.50%5D");
  }

  @ParameterizedTest
  @CsvSource({
    "19.9, 19.90, true",
    "19.90, 19.9, true",
    "2, 2.0, true",
    "200, 2e2, true",
    "0, -0.0, true",
    "12345678901234567.012, 12345678901234567.013, false",
    "12345678901234567.013, 12345678901234567.013, true",
    "9007199254740993, 9007199254740992.0, false",
    "1.0E+400, 10e399, true",
    "1.0E+400, 1e401, false",
    "0.1, 0.1000000000000000055511151231257827, false",
    "1, '\"1\"', false"
  })
  void comparesExactValues(String expected, String found, boolean equal) throws Exception {
    run(
        request -> answer(200, "", "{\"n\": %s, \"list\": [{\"n\": %s}]}".formatted(found, found)),
        "[{get: /, expect: {json: {/n: %s, /list: [{n: %s}]}}}]".formatted(expected, expected));

    assertThat(outcome).hasSize(1);
    assertThat(outcome.get(0).equals("succeeded")).isEqualTo(equal);
  }

  @ParameterizedTest
  @CsvSource({"19.90, 19.9, true", "19.9, 19.90, true", "1E400, 1e401, false", "a, '\"a\"', true"})
  void comparesValuesOfDataExactly(String value, String found, boolean equal) throws Exception {
    Files.writeString(folder.resolve("data.csv"), "n\n" + value);
    run(
        request -> answer(200, "", "{\"n\": " + found + "}"),
        "[{get: /, expect: {json: {/n: '${n}'}}}]",
        "data: data.csv");

    assertThat(outcome.get(0).equals("succeeded")).isEqualTo(equal);
  }

  @Test
  void sendsNumbersAsTheyAreWritten() throws Exception {
    run(
        request -> answer(200, "", ""),
        "[{post: /, body: {json: {a: 19.90, b: 1.0E+400, c: 12345678901234567890.5, d: 007.5}}}]"
            .replace(", d: 007.5", ""));

    assertThat(body(0, "UTF-8"))
        .isEqualTo("{\"a\":19.90,\"b\":1.0E+400,\"c\":12345678901234567890.5}");
  }

  private void run(Function<String, String> answers, String requested, String... keys)
      throws Exception {
    Path file = folder.resolve("perf.yml");
    StringBuilder text =
        new StringBuilder("version: 1\nservice: {url: 'http://127.0.0.1:1'}\nload:\n  a:\n")
            .append("    connections: 1\n    requests: ")
            .append(requested);
    for (String key : keys) {
      text.append("\n    ").append(key);
    }
    Files.write(file, text.append('\n').toString().getBytes(UTF_8));
    Project project = ProjectFile.read(file);
    ScenarioDriver driver =
        new ScenarioDriver(
            project.loads(Scenario.class).get("a"), null, new ProcessVariables(file, Map.of()));
    try (RawServer server = new RawServer(answers)) {
      Environment environment = Environment.named("test").at(server.url());
      driver.check(environment, Target.SERVICE);
      try (Session session =
              driver.open(environment, Target.SERVICE, "test", new CaseSettings(Map.of()));
          Connection connection = session.connect(0, new Notes())) {
        connection.send(0);
        failures.addAll(session.failures());
      }
      requests = server.requests();
      targets = server.targets();
    } catch (IOException e) {
      throw new AssertionError(e);
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
    public void partEnded(long request, int part, long nanos, String failure) {
      outcome.add(part + " " + (failure == null ? "ok" : failure));
    }
  }
}
