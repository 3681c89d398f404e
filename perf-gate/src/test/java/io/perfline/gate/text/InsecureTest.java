package io.perfline.gate.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.gate.Runs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InsecureTest {

  private static final String SENTENCE =
      "The certificate of the service was not checked: perf.yml sets 'insecure: true'.";

  @Test
  void aVerdictMentionsUncheckedCertificates() {
    CaseResult result = Runs.http("http/record", "recorder", Runs.uniform(1000));
    Run secure = Runs.run(List.of(result));
    Run insecure = Runs.run(List.of(result.withParameters(Map.of(CaseResult.INSECURE, "true"))));

    assertThat(new VerdictSummary(List.of(), List.of(), insecure).text()).contains(SENTENCE);
    assertThat(new VerdictSummary(List.of(), List.of(), secure).text()).doesNotContain(SENTENCE);
  }
}
