package io.perfline.sims.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.project.Durations;
import io.perfline.core.run.CaseDetail;
import io.perfline.core.run.CaseResult;
import io.perfline.core.sample.SampleRuns;
import io.perfline.sims.driver.Target;
import io.perfline.sims.run.Console.PlainConsole;
import io.perfline.sims.workload.CasePlan;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlainConsoleTest {

  @Test
  void forecastsAndSaysInOneLineWhatWasNotMeasured() {
    StringWriter printed = new StringWriter();
    List<CasePlan> plans = List.of(plan("http/record", 10), plan("paired/record", 170));
    CaseResult loaded = SampleRuns.measured("http/record", SampleRuns.times(1000, 2000));
    CaseDetail unchanged = new CaseDetail.PairedSlices(List.of(), "the same classes");

    PlainConsole console = new PlainConsole(new PrintWriter(printed), plans, "commit");
    plans.forEach(console::begins);
    console.ended(loaded);
    console.ended(loaded.with(unchanged));
    console.ended(SampleRuns.measured("paired/topic", SampleRuns.times(1)).with(unchanged));
    console.close();

    List<String> lines = printed.toString().lines().toList();
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0)).isEqualTo("2 cases to measure: at most 3 min of load");
    assertThat(lines.get(1)).isEqualTo("measuring paired/record, recorder: at most 3 min");
    assertThat(lines.get(2)).startsWith("http/record").contains("msg/s");
    assertThat(lines.get(3)).isEqualTo("unchanged, not measured: http/record, paired/topic");
  }

  private static CasePlan plan(String name, int seconds) {
    Durations durations =
        new Durations(Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofSeconds(seconds));
    return new CasePlan(name, "http", Target.RECORDER, null, Map.of("commit", durations));
  }
}
