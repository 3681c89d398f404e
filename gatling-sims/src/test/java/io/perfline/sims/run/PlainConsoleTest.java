package io.perfline.sims.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.project.Durations;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.Unchanged;
import io.perfline.core.sample.SampleRuns;
import io.perfline.sims.comparison.BaselineComparison;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Target;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.paired.PairedKeys;
import io.perfline.sims.paired.PairedProgress.Deployment;
import io.perfline.sims.paired.PairedProgress.Purpose;
import io.perfline.sims.run.Console.PlainConsole;
import io.perfline.sims.workload.CasePlan;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PlainConsoleTest {

  private final StringWriter printed = new StringWriter();
  private final AtomicLong now = new AtomicLong(-7);

  @Test
  void forecastsAndReportsUnmeasuredCasesInOneLine() {
    List<CasePlan> plans = List.of(plan("http/record", 10), plan("http/stored", 170));
    CaseResult loaded = SampleRuns.measured("http/record", SampleRuns.times(1000, 2000));
    String unchanged = "the same classes";

    Console console = console(plans);
    plans.forEach(console::begins);
    console.ended(loaded);
    console.ended(loaded.with(new Unchanged(unchanged)));
    console.ended(
        SampleRuns.measured("paired/topic", SampleRuns.times(1)).with(new Unchanged(unchanged)));
    console.close();

    List<String> lines = lines();
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0)).isEqualTo("2 cases to measure: about 4 minutes");
    assertThat(lines.get(1)).isEqualTo("measuring http/stored, recorder: at most 3 min");
    assertThat(lines.get(2)).startsWith("http/record").contains("msg/s");
    assertThat(lines.get(3)).isEqualTo("unchanged, not measured: http/record, paired/topic");
  }

  @Test
  void forecastsNoComparisonOfEqualBuilds() {
    RunBaseline parent =
        new RunBaseline("parent", null, new BaselineSource("the parent commit"), null);
    BaselineFile equal = new BaselineFile(parent, null, "the same classes");
    BaselineComparison comparison = new BaselineComparison(equal, false, null);

    console(comparison.loaded(List.of(plan("http/record", 10), compared("paired/pages")))).close();

    assertThat(lines()).containsExactly("1 case to measure: about 1 minute");
  }

  @Test
  void showsUndecidedCasesAndRemainingTimeOfEachDeployment() {
    CasePlan pages = compared("paired/pages");
    Console console = console(List.of(plan("http/record", 10), pages));
    Progress progress = console.begins(pages);

    console.begins(deployment(3, Purpose.DECIDE, List.of("paired/pages (cpu)"), 390, 270));
    pass(61, progress);
    pass(59, progress);
    pass(61, progress);
    console.begins(deployment(8, Purpose.DECIDE, List.of("paired/pages (cpu)"), 60, 0));
    pass(61, progress);

    assertThat(lines())
        .containsExactly(
            "1 case and 1 comparison to measure: about 1 to 5 minutes",
            "deployment 3 of at most 8, still undecided: paired/pages (cpu); at most 7 min left",
            "  paired/pages: 17 req/s, errors: 2; at most 5 min left",
            "  paired/pages: 17 req/s, errors: 2; at most 5 min left",
            "deployment 8, still undecided: paired/pages (cpu); at most 60 s left",
            "  paired/pages: 17 req/s, errors: 2; longer than forecast");
  }

  @Test
  void theRemainingTimeIncludesAllCasesThatHaveNotStarted() {
    List<CasePlan> plans = List.of(plan("http/record", 100), plan("http/stored", 190));
    Console console = console(plans);

    Progress first = console.begins(plans.get(0));
    pass(70, first);
    pass(70, first); // longer than the case should take
    pass(70, console.begins(plans.get(1)));

    assertThat(lines())
        .containsExactly(
            "2 cases to measure: about 5 minutes",
            "measuring http/record, recorder: at most 102 s",
            "  http/record: 17 req/s, errors: 2; at most 4 min left",
            "  http/record: 17 req/s, errors: 2; at most 3 min left",
            "measuring http/stored, recorder: at most 3 min",
            "  http/stored: 17 req/s, errors: 2; at most 2 min left");
  }

  private Console console(List<CasePlan> plans) {
    return new PlainConsole(new PrintWriter(printed), plans, "commit", now::get);
  }

  private void pass(int seconds, Progress progress) {
    now.addAndGet(Duration.ofSeconds(seconds).toNanos());
    progress.tick(Duration.ZERO, 17, 2);
  }

  private List<String> lines() {
    return printed.toString().lines().toList();
  }

  private static Deployment deployment(
      int number, Purpose purpose, List<String> cases, int left, int after) {
    return new Deployment(
        number, 8, purpose, cases, Duration.ofSeconds(left), Duration.ofSeconds(after));
  }

  private static CasePlan compared(String name) {
    Map<String, Object> values = new HashMap<>();
    PairedKeys.dialect(List.of())
        .keys()
        .forEach(key -> key.defaultValue().ifPresent(value -> values.put(key.name(), value)));
    Duration warmUp = Duration.ofSeconds(4);
    Durations durations =
        new Durations(warmUp, warmUp, Duration.ofSeconds(12), Duration.ofSeconds(100));
    return new CasePlan(
        name,
        PairedKeys.DRIVER,
        Target.RECORDER,
        new CaseSettings(values),
        Map.of("commit", durations));
  }

  private static CasePlan plan(String name, int seconds) {
    Durations durations =
        new Durations(Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofSeconds(seconds));
    return new CasePlan(
        name, "http", Target.RECORDER, new CaseSettings(Map.of()), Map.of("commit", durations));
  }
}
