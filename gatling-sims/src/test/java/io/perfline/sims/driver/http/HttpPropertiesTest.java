package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gatling.http.client.uri.Uri;
import io.netty.handler.codec.http.cookie.ClientCookieDecoder;
import io.netty.handler.codec.http.cookie.ClientCookieEncoder;
import io.netty.handler.codec.http.cookie.Cookie;
import io.perfline.core.project.RequestBody;
import io.perfline.core.project.TextSyntax;
import io.perfline.core.yaml.SourcePosition;
import io.perfline.core.yaml.TextTemplate;
import io.perfline.sims.driver.ByteText;
import io.perfline.sims.driver.CompiledBody;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Compares numbers with Jackson's, charsets with the JDK's decoders, and cookies with the jar of
 * Gatling, on generated cases.
 */
class HttpPropertiesTest {

  private static final JsonMapper JACKSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  @Property(tries = 3000)
  void numbersAreEqualIfTheirExactValuesAre(
      @ForAll("numbers") String one, @ForAll("numbers") String other) throws Exception {
    BigDecimal first = JACKSON.readTree(one).decimalValue();
    BigDecimal second = JACKSON.readTree(other).decimalValue();

    JsonNode read = JsonText.whole("{\"n\": [" + one + "]}");
    assertThat(read.equals(JsonText.whole("{\"n\":[" + other + "]}")))
        .as("%s and %s", one, other)
        .isEqualTo(first.compareTo(second) == 0);
  }

  @Property
  void numbersKeepTheirTextAndEqualAllOtherTextsOfTheirValue(@ForAll("numbers") String text)
      throws Exception {
    JsonNode read = JsonText.first("{\"n\": " + text + ", \"after\": 1}").at("/n");
    BigDecimal value = new BigDecimal(text);

    assertThat(read.asText()).isEqualTo(text);
    assertThat(JsonText.whole("{\"n\":" + text + "}")).hasToString("{\"n\":" + text + "}");
    for (BigDecimal same : List.of(value.stripTrailingZeros(), value.setScale(value.scale() + 2))) {
      assertThat(read).isEqualTo(JsonText.whole(same.toString()));
      assertThat(read).hasSameHashCodeAs(JsonText.whole(same.toString()));
    }
  }

  @Provide
  Arbitrary<String> numbers() {
    // Few digits, so that two numbers are often equal.
    Arbitrary<String> digits =
        Arbitraries.strings().withChars("0019").ofMinLength(1).ofMaxLength(4);
    return Combinators.combine(
            Arbitraries.of("", "-"),
            digits.map(text -> text.replaceFirst("^0+(?=.)", "")),
            Arbitraries.oneOf(Arbitraries.just(""), digits.map(text -> "." + text)),
            Arbitraries.of("", "", "e0", "E1", "e-1", "e+2", "E400", "e-400", "E+9000"))
        .as((sign, whole, fraction, exponent) -> sign + whole + fraction + exponent);
  }

  @Property
  void bodiesAreDecodedAsTheJdkDecodesThem(
      @ForAll("charsets") Charset charset, @ForAll byte[] body, @ForAll boolean quoted) {
    String expected = new String(body, charset);
    Assume.that(!expected.startsWith("\uFEFF") && marked(body) == null);
    String name = quoted ? "\"" + charset.name() + "\"" : charset.name();
    ByteText text = new ByteText();
    text.add(body);

    byte[] line = ("Content-Type: a/b; charset=" + name).getBytes(UTF_8);
    MediaType type = new MediaType();
    type.header(line, 0, line.length);

    assertThat(ContentCoding.decode("identity", type.charset(), text, 1 << 20)).isNull();
    assertThat(text).hasToString(new String(expected.getBytes(UTF_8), UTF_8));
  }

  private static Charset marked(byte[] body) {
    return io.perfline.core.project.BodyCharset.marked(body, body.length);
  }

  @Property
  void bodiesAreSentAsTheJdkEncodesThem(
      @ForAll("charsets") Charset charset,
      @ForAll("words") String fixed,
      @ForAll("words") String two) {
    Assume.that(charset.canEncode());
    String first = encodable(fixed, charset);
    String second = encodable(two, charset);
    byte[] sent = body(TextSyntax.PLAIN, charset, first, second).bytes(new ByteText(), null);

    assertThat(new String(sent, charset)).isEqualTo(first + second);
    assertThat(sent).isEqualTo((first + second).getBytes(charset));
  }

  @Property
  void formsAreReadAsTheJdkDecodesThem(
      @ForAll("charsets of forms") Charset charset,
      @ForAll("words") String fixed,
      @ForAll("words") String two) {
    String first = encodable(fixed, charset);
    String second = encodable(two, charset);
    CompiledBody body = body(TextSyntax.FORM_FIELD, charset, first, second);
    String sent = new String(body.bytes(new ByteText(), null), ISO_8859_1);

    assertThat(sent).matches("[A-Za-z0-9._~%+-]*");
    assertThat(URLDecoder.decode(sent, charset)).isEqualTo(first + second);
  }

  private static String encodable(String text, Charset charset) {
    return text.codePoints()
        .mapToObj(Character::toString)
        .filter(one -> charset.newEncoder().canEncode(one))
        .collect(Collectors.joining());
  }

  @Provide("charsets of forms")
  Arbitrary<Charset> charsetsOfForms() {
    return Arbitraries.of(
            "UTF-8",
            "ISO-8859-1",
            "ISO-8859-15",
            "windows-1251",
            "windows-1252",
            "KOI8-R",
            "Shift_JIS",
            "EUC-JP",
            "Big5",
            "GB18030")
        .map(Charset::forName);
  }

  /** Returns a body with a fixed text and the value of a variable. */
  private static CompiledBody body(TextSyntax syntax, Charset charset, String fixed, String value) {
    TextTemplate template =
        new TextTemplate(List.of(fixed, "VALUE", ""), new SourcePosition("test", 1, 1));
    return new CompiledBody(
        new RequestBody(List.of(new RequestBody.Section(template, syntax, null)), null),
        syntax,
        charset,
        Set.of(),
        name -> value);
  }

  @Provide
  Arbitrary<Charset> charsets() {
    return Arbitraries.of(
        Charset.availableCharsets().values().stream()
            .filter(charset -> !charset.name().startsWith("x-"))
            .toList());
  }

  @Provide
  Arbitrary<String> words() {
    return Arbitraries.strings().withChars("abc &=+%#/\"\\äöß€½éñЖжאع日本ｱ☺").ofMaxLength(12);
  }

  @Property(tries = 3000)
  void cookiesAreThoseOfGatling(
      @ForAll("responses") List<String> responses, @ForAll("paths") String path) {
    CookieJar jar = new CookieJar(HttpAddress.of(URI.create("http://www.shop.test")));
    io.gatling.http.cookie.CookieJar other = io.gatling.http.cookie.CookieJar.Empty();
    long now = System.currentTimeMillis();
    for (String response : responses) {
      String[] parts = response.split(" ", 2);
      jar.set(parts[1], parts[0]);
      Cookie cookie = ClientCookieDecoder.LAX.decode(parts[1]);
      if (cookie != null) {
        other =
            other.add(
                Uri.create("http://www.shop.test" + parts[0]),
                CollectionConverters.asScala(List.of(cookie)).toList(),
                now++);
      }
    }
    ByteText out = new ByteText();
    jar.addHeader(out, path + "?x=/app");
    List<Cookie> expected =
        new ArrayList<>(
            CollectionConverters.asJava(other.get(Uri.create("http://www.shop.test" + path))));

    assertThat(sent(out.toString()))
        .as("%s, %s", responses, path)
        .containsExactlyInAnyOrderElementsOf(
            expected.stream().map(ClientCookieEncoder.LAX::encode).toList());
  }

  private static List<String> sent(String header) {
    return header.isEmpty()
        ? List.of()
        : List.of(header.replaceFirst("^Cookie: ", "").stripTrailing().split("; "));
  }

  /** Returns responses, each as the path of its request and the value of its header. */
  @Provide
  Arbitrary<List<String>> responses() {
    return Combinators.combine(
            paths(),
            Arbitraries.of("a=1", "a=2", "b=3", "c=\"4\"", "d=", "e=x=y"),
            Arbitraries.of(
                "", "; Path=/", "; Path=/app", "; Path=/app/", "; path=/app/page", "; Path=no"),
            Arbitraries.of(
                "", "", "; Domain=shop.test", "; domain=.www.shop.test", "; Domain=other.test"),
            Arbitraries.of(
                "",
                "",
                "; Max-Age=100",
                "; Max-Age=0",
                "; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
                "; Expires=Fri, 31-Dec-2100 23:59:59 GMT",
                "; HttpOnly"))
        .as((from, pair, path, domain, age) -> from + " " + pair + path + domain + age)
        .list()
        .ofMaxSize(6);
  }

  @Provide
  Arbitrary<String> paths() {
    return Arbitraries.of("/", "/app", "/app/", "/app/page", "/app/page/2", "/app2", "/ap");
  }
}
