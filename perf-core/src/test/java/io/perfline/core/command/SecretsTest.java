package io.perfline.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          GET http://load:s3cr3t@shop.example/cart      | GET http://…@shop.example/cart
          https://s3cr3t@shop.example/                  | https://…@shop.example/
          http://load:a@s3cr3t@shop.example/            | http://…@shop.example/
          amqp://load:s3/cr3t@mq.example/v              | amqp://…@mq.example/v
          jdbc:mysql://load:s3cr3t@db.example:3306/shop | jdbc:mysql://…@db.example:3306/shop
          mongodb://load:s3cr3t@a.example,b.example     | mongodb://…@a.example,b.example
          GET /cart?api_key=s3cr3t                      | GET /cart?api_key=…
          GET /cart?page=2&access_token=s3cr3t&size=9   | GET /cart?page=2&access_token=…&size=9
          GET /cart?api%5Fkey=s3,cr3t#top               | GET /cart?api%5Fkey=…#top
          GET /cart;jsessionid=s3cr3t?page=2            | GET /cart;jsessionid=…?page=2
          /blob?se=2026&sig=s3cr3t%3D                   | /blob?se=2026&sig=…
          token s3cr3t-error is expired                 | token … is expired
          the password is 's3cr3t'                      | the password is '…'
          invalid API key s3cr3t                        | invalid API key …
          {"user":"a","password":"s3\\"cr3t"}           | {"user":"a","password":"…"}
          "{\\"client_secret\\":\\"s3cr3t\\"}"          | "{\\"client_secret\\":\\"…\\"}"
          Authorization: Bearer s3cr3t                  | Authorization: …
          Set-Cookie: sid=s3cr3t; Path=/                | Set-Cookie: …
          401 for Bearer s3cr3t                         | 401 for Bearer …
          401 for Basic bG9hZDpzZWNyZXQ=                | 401 for Basic …
          X-Api-Key: s3cr3t was refused                 | X-Api-Key: … was refused
          java -Djavax.net.ssl.keyStorePassword=s3cr3t  | java -Djavax.net.ssl.keyStorePassword=…
          tool --password=s3cr3t --rate 5               | tool --password=… --rate 5
          --url="http://a.example/?token=s3cr3t"        | --url="http://a.example/?token=…"
          error: GET /?token=s3cr3t failed              | error: GET /?token=… failed
          ghp_0123456789abcdefghij isn't a branch       | … isn't a branch
          eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_1   | …
          """)
  void masksSecretsWhereOthersWriteThem(String text, String masked) {
    assertThat(Secrets.masked(text)).isEqualTo(masked);
    assertThat(Secrets.masked(masked)).as("masked twice").isEqualTo(masked);
    assertThat(OutsideText.visible(text)).isEqualTo(masked);
    assertThat(OutsideText.line(text, 200)).isEqualTo(masked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://shop.example:8080/users/@me",
        "https://registry.example/@scope/name",
        "GET /cart?page=2&sort=name",
        "Unexpected token < in JSON at position 0",
        "the token is expired",
        "password must be a variable, as ${NAME}",
        "api_key=${SHOP_KEY}",
        "Basic authentication failed",
        "max_tokens=4096",
        "https://login.example/?token_url=/oauth",
        "read timed out: 30 s",
        "HTTP 500",
        "checkout/Order/pay",
        "mail to shop@example.org"
      })
  void leavesEverythingElse(String text) {
    assertThat(Secrets.masked(text)).isEqualTo(text);
  }

  @Test
  void masksValuesByTheirNames() {
    assertThat(
            Secrets.masked(
                Map.of("api_key", "s3cr3t", "url", "http://a:s3cr3t@b.example", "scenario", "x")))
        .isEqualTo(Map.of("api_key", "…", "url", "http://…@b.example", "scenario", "x"));
  }

  @Test
  void longTextsTakeNoTime() {
    String text =
        "x=" + "a".repeat(200_000) + " " + "token:".repeat(20_000) + "\"k\":".repeat(20_000);

    assertThat(
            org.junit.jupiter.api.Assertions.assertTimeout(
                Duration.ofSeconds(5), () -> Secrets.masked(text)))
        .isNotEmpty();
  }
}
