package io.perfline.sims.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class InstantConverterTest {

  @Test
  void readsTimesAndMilliseconds() {
    Instant noon = Instant.parse("2026-01-31T12:00:00Z");

    assertThat(new ShardOptions.InstantConverter().convert("2026-01-31T12:00:00Z")).isEqualTo(noon);
    assertThat(new ShardOptions.InstantConverter().convert("1769860800000")).isEqualTo(noon);
  }

  @Test
  void refusesOtherText() {
    assertThatThrownBy(() -> new ShardOptions.InstantConverter().convert("noon"))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("'noon' is neither a time");
  }
}
