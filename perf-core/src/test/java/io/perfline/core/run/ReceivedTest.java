package io.perfline.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.file.Json;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ReceivedTest {

  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  /** A case whose last response came two seconds after the measured time. */
  private static final CaseResult DRAINED =
      CaseResult.of("shop", "service")
          .withPeriod(START, START.plusSeconds(12), 2000)
          .withCounts(80, 160, 1600);

  @Test
  void ratesAreThoseOfTheMeasuredTime() {
    CaseResult open = DRAINED.with(new Received(78, 156, 1560, 10));

    assertThat(open.throughputPerS()).isEqualTo(15.6);
    assertThat(open.requestsPerS()).isEqualTo(7.8);
    assertThat(open.bytesPerS()).isEqualTo(156);
    assertThat(DRAINED.requestsPerS()).isEqualTo(80 / 12.0);
    assertThat(DRAINED.withCounts(Counts.NONE).throughputPerS()).isZero();
  }

  @Test
  void isKeptInTheFileOfTheRun() throws Exception {
    CaseResult open = DRAINED.with(new Received(78, 156, 1560, 10)).with(new WarmUpRequests(16, 1));
    String json = Json.MAPPER.writeValueAsString(open);

    assertThat(json.replaceAll("\\s", ""))
        .contains("\"warm_up_requests\":{\"answered\":16,\"failed\":1}")
        .contains("\"throughput_per_s\":15.6");
    assertThat(open.received().plus(open.received()).messages() / 10.0).isEqualTo(31.2);
  }
}
