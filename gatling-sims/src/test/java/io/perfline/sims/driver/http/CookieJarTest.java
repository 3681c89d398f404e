package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.sims.driver.ByteText;
import java.net.URI;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Cookies as RFC 6265 has them. The kinds of cases are those of the http-state suite of the RFC's
 * authors and of the cookie tests of browsers and of Go.
 */
class CookieJarTest {

  private static final long NOW = Instant.parse("2030-06-01T12:00:00Z").toEpochMilli();

  private long now = NOW;

  private CookieJar jar(String service) {
    return new CookieJar(HttpAddress.of(URI.create(service)), () -> now);
  }

  private static String sent(CookieJar jar, String target) {
    ByteText out = new ByteText();
    jar.addHeader(out, target);
    String line = new String(out.bytes(), 0, out.length(), ISO_8859_1);
    return line.isEmpty() ? "" : line.replaceAll("^Cookie: |\r\n$", "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a=b | a=b",
        "  a  =  b  ; Path=/ | a=b",
        "a=\"b c=d\" | a=\"b c=d\"",
        "a=b=c | a=b=c",
        "a= ; Path=/ | a=",
        "a=b,c=d | a=b,c=d",
        "a=b; | a=b",
        "a=b;;;unknown=1;HttpOnly;SameSite=Strict | a=b",
        "a=b; PATH=/; HTTPONLY | a=b",
        "a | a",
        "=a | a",
        "= | ``",
        "; Path=/ | ``",
        "`` | ``",
        "a=b; Max-Age=10 | a=b",
        "a=b; Max-Age=0 | ``",
        "a=b; Max-Age=-1 | ``",
        "a=b; Max-Age=1.5 | a=b",
        "a=b; Max-Age=+0 | a=b",
        "a=b; Max-Age=99999999999999999999 | a=b",
        "a=b; Expires=Thu, 01 Jan 1970 00:00:00 GMT | ``",
        "a=b; expires=Sat, 01-Jun-30 12:00:01 GMT | a=b",
        "a=b; Expires=Sat Jun  1 11:59:59 2030 | ``",
        "a=b; Expires=yesterday | a=b",
        "a=b; Expires=0 | a=b",
        "a=b; Max-Age=10; Expires=Thu, 01 Jan 1970 00:00:00 GMT | a=b",
        "a=b; Expires=Fri, 01 Jan 2100 00:00:00 GMT; Max-Age=0 | ``",
        "a=b; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Expires=Fri, 01 Jan 2100 00:00:00 GMT | a=b",
        "a=b; Domain= | a=b",
        "a=b; Domain=www.shop.test | a=b",
        "a=b; Domain=.www.shop.test | a=b",
        "a=b; Domain=SHOP.test | a=b",
        "a=b; Domain=.shop.test | a=b",
        "a=b; Domain=test | ``",
        "a=b; Domain=hop.test | ``",
        "a=b; Domain=shop.test. | ``",
        "a=b; Domain=..shop.test | ``",
        "a=b; Domain=other.test | ``",
        "a=b; Domain=api.www.shop.test | ``",
        "a=b; Domain=other.test; Domain=shop.test | a=b",
        "a=b; Domain=shop.test; Domain=other.test | ``",
        "a=b; Secure | ``",
        "__Secure-a=b | ``",
        "__Host-a=b; Path=/ | ``",
      })
  void keepsWhatABrowserKeeps(String received, String expected) {
    CookieJar jar = jar("http://www.shop.test:8080");
    String fault = jar.set(received, "/");

    assertThat(sent(jar, "/")).isEqualTo(expected);
    if (!expected.isEmpty()) {
      assertThat(fault).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/app, /app, true",
    "/app, /app/, true",
    "/app, /app/page, true",
    "/app, /app?x=/other, true",
    "/app, /app2/page, false",
    "/app, /ap, false",
    "/app, /App, false",
    "/app/, /app/page, true",
    "/app/, /app, false",
    "/, /anything, true",
    "/a%20b, /a%20b/c, true",
    "/f%6Fo, /foo, false",
    "app, /login/page, true",
    "app, /other, false",
    ", /login/form, true",
    ", /login, true",
    ", /, false"
  })
  void sendsACookieToItsPathOnly(String path, String target, boolean expected) {
    CookieJar jar = jar("http://shop.test");
    jar.set("a=b" + (path == null ? "" : "; Path=" + path), "/login/start?next=/app/x");

    assertThat(sent(jar, target)).isEqualTo(expected ? "a=b" : "");
  }

  @Test
  void sendsTheLongestPathFirstAndThenTheFirst() {
    CookieJar jar = jar("http://shop.test");
    jar.set("a=1; Path=/", "/");
    jar.set("b=1; Path=/shop", "/");
    jar.set("c=1; Path=/shop/cart", "/");
    jar.set("d=1; Path=/shop", "/");
    jar.set("a=2; Path=/shop", "/");
    jar.set("b=2; Path=/shop", "/"); // keeps its place

    assertThat(sent(jar, "/shop/cart/1")).isEqualTo("c=1; b=2; d=1; a=2; a=1");
    assertThat(sent(jar, "/shop")).isEqualTo("b=2; d=1; a=2; a=1");
    assertThat(sent(jar, "/other")).isEqualTo("a=1");
  }

  @Test
  void removesTheCookieOfThisPathAndDomainOnly() {
    CookieJar jar = jar("http://www.shop.test");
    jar.set("SID=one; Path=/app1", "/");
    jar.set("SID=two; Path=/app2", "/");
    jar.set("SID=three; Path=/; Domain=shop.test", "/");

    jar.set("SID=; Path=/; Max-Age=0", "/");
    assertThat(sent(jar, "/app1")).isEqualTo("SID=one; SID=three");
    jar.set("SID=gone; Path=/app1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "/");
    assertThat(sent(jar, "/app1")).isEqualTo("SID=three");
    assertThat(sent(jar, "/app2")).isEqualTo("SID=two; SID=three");
  }

  @Test
  void forgetsACookieWhenItExpires() {
    CookieJar jar = jar("http://shop.test");
    jar.set("a=1; Max-Age=2", "/");
    jar.set("b=1", "/");

    now = NOW + 1999;
    assertThat(sent(jar, "/")).isEqualTo("a=1; b=1");
    now = NOW + 2000;
    assertThat(sent(jar, "/")).isEqualTo("b=1");
  }

  @ParameterizedTest
  @CsvSource({
    "https://shop.test, true",
    "http://127.0.0.1:8080, true",
    "http://[::1]:8080, true",
    "http://localhost:8080, true",
    "http://127.shop.test, false",
    "http://shop.test, false"
  })
  void sendsSecureCookiesOverTlsAndToThisMachine(String service, boolean expected) {
    CookieJar jar = jar(service);
    jar.set("__Host-a=b; Path=/; Secure", "/");

    assertThat(sent(jar, "/")).isEqualTo(expected ? "__Host-a=b" : "");
  }

  @Test
  void anAddressHasNoDomainAboveIt() {
    CookieJar jar = jar("http://10.1.2.3");

    assertThat(jar.set("a=b; Domain=2.3", "/")).contains("'2.3'");
    assertThat(jar.set("a=b; Domain=10.1.2.3", "/")).isNull();
    assertThat(sent(jar, "/")).isEqualTo("a=b");
  }

  @Test
  void sendsTheBytesThatItReceived() {
    CookieJar jar = jar("http://shop.test");
    String utf8 = new String("städte=Köln".getBytes(UTF_8), ISO_8859_1);
    jar.set(utf8, "/");
    jar.set("raw=\u00e4\u00ff", "/");

    assertThat(sent(jar, "/")).isEqualTo(utf8 + "; raw=\u00e4\u00ff");
  }

  @Test
  void leavesOutControlCharactersAndLongCookies() {
    CookieJar jar = jar("http://shop.test");

    assertThat(jar.set("a=b\u0000c", "/")).isNotNull();
    assertThat(jar.set("a=" + "x".repeat(4096), "/")).isNotNull();
    assertThat(jar.set("a=" + "x".repeat(4095), "/")).isNull();
    assertThat(jar.set("b=1; Path=/" + "x".repeat(1024), "/app/page")).isNull();
    assertThat(sent(jar, "/app/x")).startsWith("b=1; a=x");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Sun, 06 Nov 1994 08:49:37 GMT | 1994-11-06T08:49:37Z",
        "Sunday, 06-Nov-94 08:49:37 GMT | 1994-11-06T08:49:37Z",
        "Sun Nov  6 08:49:37 1994 | 1994-11-06T08:49:37Z",
        "6 nov 94 8:4:7 | 1994-11-06T08:04:07Z",
        "1994 06 November 08:49:37 | 1994-11-06T08:49:37Z",
        "06 November 1994 08:49:37 PST | 1994-11-06T08:49:37Z",
        "08:49:37 6Nov 1994 | ",
        "Tue, 01 Jan 69 00:00:00 GMT | 2069-01-01T00:00:00Z",
        "Tue, 01 Jan 70 00:00:00 GMT | 1970-01-01T00:00:00Z",
        "Fri, 31 Dec 9999 23:59:59 GMT | 9999-12-31T23:59:59Z",
        "Fri, 30 Feb 2001 00:00:00 GMT | ",
        "Fri, 00 Jan 2001 00:00:00 GMT | ",
        "Fri, 01 Jan 1600 00:00:00 GMT | ",
        "Fri, 01 Jan 2001 24:00:00 GMT | ",
        "Fri, 01 Jan 2001 | ",
        "Fri, 01 Foo 2001 00:00:00 GMT | ",
        "01 anfe 2001 00:00:00 | ",
        "never | "
      })
  void readsDatesByTheRulesOfTheRfc(String text, Instant expected) {
    assertThat(CookieDate.millis(text))
        .isEqualTo(expected == null ? CookieDate.NONE : expected.toEpochMilli());
  }
}
