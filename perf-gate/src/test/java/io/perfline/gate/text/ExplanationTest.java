package io.perfline.gate.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.sample.Verdicts;
import io.perfline.gate.verdict.FigureFormat;
import io.perfline.gate.verdict.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplanationTest {

  @Test
  void explainsAnAbsoluteLimit() {
    assertThat(Explanation.of(Verdicts.ALL.get("fail"), "record | p95"))
        .isEqualTo(
            """

            record | p95 on http/record (recorder): FAIL
              why        712.5 ms exceeds the limit of 400 ms
              limit      <= 250 ms, warns up to <= 400 ms
              measured   response_time.p95 712.5 ms
              samples    5,000 requests
            """);
  }

  @Test
  void explainsARelativeLimitWithIntervalMethodAndBaseline() {
    assertThat(Explanation.of(Verdicts.ALL.get("fail"), "record-p50-against-release"))
        .isEqualTo(
            """

            record-p50-against-release on paired/record (recorder): FAIL
              why        exceeds the limit of +5 %
              limit      <= +5 %
              measured   service_time.p50 +7.25 % [+5.5 %, +9 %]
              samples    120 pairs
              interval   [+5.5 %, +9 %] at 99.5 % confidence
              method     Hodges-Lehmann
              baseline   release: r.war, measured together with it
              its value  2.5 ms
            """);
  }

  @ParameterizedTest
  @CsvSource({"0.99, 99", "0.9, 90", "0.99995, 99.995", "0.9999949, 99.99949"})
  void doesNotClaimCertainty(double confidence, String text) {
    assertThat(FigureFormat.confidence(confidence)).isEqualTo(text + " %");
  }

  @Test
  void reportsThatNothingWasJudged() {
    Verdict verdict = Verdicts.ALL.get("problem");

    assertThat(Explanation.of(verdict, "record-p95"))
        .contains("record-p95 was not judged: " + verdict.summary());
  }
}
