package io.perfline.sims.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SecretMaskTest {

  private final SecretMask mask = new SecretMask(List.of("Card"));

  @Test
  void masksJsonAtAnyDepthAndLeavesTheRestUnchanged() throws Exception {
    assertThat(mask.json("{\"user\": \"ann\", \"price\": 1.10}"))
        .isEqualTo("{\"user\": \"ann\", \"price\": 1.10}");
    assertThat(
            mask.json(
                "{\"login\":{\"password\":\"p1\"},\"cards\":[{\"card\":4711,\"n\":1.10}],\"token\":null}"))
        .isEqualTo(
            "{\"login\":{\"password\":\"…\"},\"cards\":[{\"card\":\"…\",\"n\":1.10}],\"token\":null}");
    assertThatThrownBy(() -> mask.json("{\"password\": \"p1\""))
        .isInstanceOf(JsonProcessingException.class);
  }

  @Test
  void masksHeadersByNameAndCredentialsByFormat() {
    Map<String, List<String>> masked =
        mask.headers(
            Map.of(
                "Authorization", List.of("Basic YTpi"),
                "Cookie", List.of("JSESSIONID=1"),
                "X-Caller", List.of("Bearer abc"),
                "Card", List.of("4711"),
                "Referer", List.of("https://shop/?id=1&access_token=t1"),
                "Accept", List.of("a", "b")));
    assertThat(masked)
        .containsEntry("Authorization", List.of("…"))
        .containsEntry("Cookie", List.of("…"))
        .containsEntry("X-Caller", List.of("…"))
        .containsEntry("Card", List.of("…"))
        .containsEntry("Referer", List.of("https://shop/?id=1&access_token=%E2%80%A6"))
        .containsEntry("Accept", List.of("a", "b"));
  }

  @Test
  void masksFormAndQueryFieldsEvenWithEncodedNames() {
    assertThat(mask.target("/login?user=a&pass%77ord=p1&x=2"))
        .isEqualTo("/login?user=a&pass%77ord=%E2%80%A6&x=2");
    assertThat(mask.target("/login")).isEqualTo("/login");
    assertThat(mask.target("/cart;jsessionid=0A1B;v=2/items;token=abc?x=1&token=d"))
        .isEqualTo("/cart;jsessionid=*;v=2/items;token=*?x=1&token=*".replace("*", "%E2%80%A6"));
    assertThat(mask.target("https://app/cb#access_token=e.J&token_type=bearer"))
        .startsWith("https://app/cb#access_token=%E2%80%A6");
    assertThat(mask.target("/cb?state=1#access_token=e.J"))
        .isEqualTo("/cb?state=1#access_token=%E2%80%A6");
    assertThat(mask.form("password=p1&user=a")).isEqualTo("password=%E2%80%A6&user=a");
  }
}
