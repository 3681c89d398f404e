package io.perfline.sims.driver.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RedactionTest {

  private static final Map<String, String> VARIABLES =
      Map.of("KEY", "ab/c+d==", "QUOTED", "a\"b\\c", "USER", "shop", "SECOND", "shop-2026!");

  @Test
  void removesEncodedValuesAndTheLongestFirst() {
    Redaction redaction = new Redaction(VARIABLES::get);
    List.of("USER", "SECOND", "KEY", "QUOTED").forEach(redaction::apply);

    assertThat(redaction.clean("/api?code=ab%2Fc%2Bd%3D%3D")).isEqualTo("/api?code=${KEY}");
    assertThat(redaction.clean("{\"x\":\"a\\\"b\\\\c\"}")).isEqualTo("{\"x\":\"${QUOTED}\"}");
    assertThat(redaction.clean("shop shop-2026!")).isEqualTo("${USER} ${SECOND}");
  }
}
