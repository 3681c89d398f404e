package io.perfline.gate.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.WarmUps;
import io.perfline.core.sample.SampleRuns;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpTableTest {

  @Test
  void showsTheSecondsOfEachBuildAndDeployment() {
    WarmUps warmUps =
        new WarmUps(
            List.of(
                new WarmUps.OfDeployment(1, 12.5, 11.25, 12.5),
                new WarmUps.OfDeployment(2, 60, null, 43.0)));
    CaseResult warmed = SampleRuns.measured("paired/home", SampleRuns.times(1000)).with(warmUps);
    CaseResult other = SampleRuns.measured("home", SampleRuns.times(1000));

    assertThat(page(other)).isEmpty();
    assertThat(page(other, warmed))
        .contains("Warm-up</h2>")
        .contains("11.2, not within 60<", "12.5, 43<", ">60<")
        .containsOnlyOnce(">candidate<")
        .containsOnlyOnce(">baseline<");
  }

  private static String page(CaseResult... cases) {
    HtmlBuilder html = new HtmlBuilder();
    WarmUpTable.write(html, List.of(cases));
    return html.toString();
  }
}
