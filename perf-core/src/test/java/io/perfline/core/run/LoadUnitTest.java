package io.perfline.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LoadUnitTest {

  @ParameterizedTest(name = "{0}: {1} messages in {2} requests → {3}")
  @CsvSource({
    "'', 100, 100, per request",
    "connections=2, 100, 100, per request",
    "message_bytes=100, 100, 100, per message",
    "message_bytes=100 request=visit, 100, 100, per request",
    "message_bytes=100 request=record, 100, 100, per message",
    "'', 6400, 100, per message"
  })
  void dependsOnWhatTheRequestsContain(String given, long messages, long requests, String each) {
    CaseResult result =
        CaseResult.of("paired/home", "service")
            .withParameters(parameters(given))
            .withCounts(requests, messages, 0);

    assertThat(LoadUnit.of(result).each()).isEqualTo(each);
  }

  @Test
  void aConsumerOfATopicTakesMessages() {
    CaseResult result =
        CaseResult.of("orders", "service")
            .withCounts(9, 9, 0)
            .with(new ConsumerLag("group", 12, 340, 1));

    assertThat(LoadUnit.of(result)).isEqualTo(LoadUnit.MESSAGE);
  }

  @ParameterizedTest
  @EnumSource
  void roundTrips(LoadUnit unit) {
    assertThat(LoadUnit.read(unit.noun())).isEqualTo(unit);
  }

  private static Map<String, String> parameters(String given) {
    Map<String, String> parameters = new HashMap<>();
    for (String one : given.split(" ", -1)) {
      if (!one.isEmpty()) {
        parameters.put(one.split("=", 2)[0], one.split("=", 2)[1]);
      }
    }
    return parameters;
  }
}
