package io.perfline.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.Statements.Use;
import org.junit.jupiter.api.Test;

class StatementsTest {

  @Test
  void countsWhatWasExecutedBetweenTwoReadings() {
    assertThat(new Use(7, 70).since(new Use(2, 20))).isEqualTo(new Use(5, 50));
  }

  /** A server forgets a prepared statement when the connection closes it. */
  @Test
  void aCounterThatBeganAgainHasNoEarlierCalls() {
    assertThat(new Use(3, 30).since(new Use(900, 9000))).isEqualTo(new Use(3, 30));
    assertThat(Use.NONE.since(new Use(900, 9000))).isEqualTo(Use.NONE);
  }
}
