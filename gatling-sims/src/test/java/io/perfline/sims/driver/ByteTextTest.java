package io.perfline.sims.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the written bytes equal those of Java's own encoding. */
class ByteTextTest {

  private final ByteText text = new ByteText();

  @ParameterizedTest
  @ValueSource(strings = {"", "abc \r\n\t", "Größe €", "a😀b", "half \ud83d", "half \ude00 more"})
  void writesUtf8(String one) {
    assertThat(text.add("x").add(one).toString()).isEqualTo("x" + written(one));
    assertThat(text.length()).isEqualTo(1 + one.getBytes(StandardCharsets.UTF_8).length);
  }

  private static String written(String one) {
    return new String(one.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  @Test
  void writesPathCharactersUnencoded() {
    assertThat(text.addToPath("/a b?q=ä€😀\r\n%20\u007f"))
        .hasToString("/a%20b?q=%C3%A4%E2%82%AC%F0%9F%98%80%0D%0A%20%7F");
  }

  @ParameterizedTest
  @CsvSource({
    "PATH, a b/c?&#+%\"ä€😀, a%20b/c%3F%26%23%2B%25%22%C3%A4%E2%82%AC%F0%9F%98%80",
    "QUERY, a b/c?&#+%\"~-._, a%20b%2Fc%3F%26%23%2B%25%22~-._",
    "TARGET, /a\\b<c>?q=%20&x=+, /a%5Cb%3Cc%3E?q=%20&x=+",
    "BODY, a \"b\" {c}, a \"b\" {c}"
  })
  void encodesByPosition(ByteText.Place place, String value, String written) {
    assertThat(text.add(value, place)).hasToString(written);
  }

  @Test
  void escapesTextInJsonStrings() {
    assertThat(text.add("he asks \"hi\" C:\\temp\ntwo\r\tü\u0001", ByteText.Place.JSON))
        .hasToString("he asks \\\"hi\\\" C:\\\\temp\\ntwo\\r\\tü\\u0001");
  }

  @Test
  void cannotStartAnotherHeader() {
    assertThat(text.addToHeader("a\r\nb\tc\u007fü")).hasToString("a  b c ü");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 9, 10, 1_700_000_000_123L, Long.MAX_VALUE})
  void writesNumbers(long number) {
    assertThat(text.add("n=").add(number)).hasToString("n=" + number);
  }

  @Test
  void writesUuids() {
    UUID uuid = UUID.fromString("01234567-89ab-4def-8a1b-fedcba987654");

    text.addUuid(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());

    assertThat(text).hasToString(uuid.toString());
  }

  @Test
  void growsAsNeeded() {
    text.add("a".repeat(511)).add("€".repeat(1000)).add("b".repeat(5000));

    assertThat(text).hasToString("a".repeat(511) + "€".repeat(1000) + "b".repeat(5000));
  }

  @Test
  void findsBytes() {
    text.add("state: NEW");

    assertThat(text.contains("NEW".getBytes(StandardCharsets.UTF_8))).isTrue();
    assertThat(text.contains("NEWS".getBytes(StandardCharsets.UTF_8))).isFalse();
    assertThat(text.contains(new byte[0])).isTrue();
  }
}
