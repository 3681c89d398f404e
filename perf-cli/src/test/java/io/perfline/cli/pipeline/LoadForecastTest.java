package io.perfline.cli.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.project.Project;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.LoadUnit;
import io.perfline.gate.metric.Unit;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.BaselineContent;
import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Limit;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Measured;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import io.perfline.sims.server.MachineState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadForecastTest {

  private static final MachineState QUIET = new MachineState(0.03, 0, 0.9, 0.02, 4);
  private static final Thresholds LIMITS =
      ThresholdsFile.read(
          "thresholds.yml",
          """
          version: 1
          valid_run: {foreign_cpu: "<= 20 %"}
          baselines: {parent: {paired: true}}
          thresholds:
            - {id: more-cpu, case: paired/*, metric: cpu, pass: "<= +3 %", baseline: parent}
            - {id: slower, case: paired/*, metric: service_time.p50, pass: "<= +5 %", baseline: parent}
            - {id: leaks, case: paired/*, metric: growth, pass: "<= +1 kB", baseline: parent}
          """);

  /** At most a hundred pairs of 0.4 s. */
  private static final List<CatalogueEntry> CASES =
      List.of(
          new CatalogueEntry(
              "paired/orders",
              "service",
              List.of("commit"),
              new CatalogueEntry.Pairs(400, Map.of("commit", 100), Map.of())));

  @TempDir private Path folder;

  @Test
  void derivesTheSmallestDetectableChangeFromEarlierRuns() {
    LoadForecast forecast = of(QUIET, List.of(verdict(25, 4), verdict(100, 2), verdict(100, 2)));

    assertThat(forecast.lines())
        .containsExactly(
            "machine: other processes use 3 % of 4 cores, steal 0 %, 90 % of the full frequency,"
                + " the same computation scatters by 2 %",
            "expected to find: paired/orders cpu from +5.0 %, within 0.7 min of load, by 3 earlier"
                + " verdicts");
    assertThat(forecast.warnings()).isEmpty();
  }

  @Test
  void statesTheAssumedScatterWithoutEarlierRuns() {
    LoadForecast forecast = of(QUIET, List.of());

    assertThat(forecast.lines().get(1))
        .matches(
            "expected to find: paired/orders cpu from \\+[3-9]\\.\\d %, within 0.7 min of load, if"
                + " pairs scatter by 5 %");
    assertThat(forecast.warnings()).isEmpty();
  }

  @Test
  void warnsOfLimitsThatEarlierRunsLeftUndecided() {
    LoadForecast forecast = of(QUIET, List.of(verdict(100, 4)));

    assertThat(forecast.warnings())
        .singleElement()
        .satisfies(
            text ->
                assertThat(text)
                    .contains("cpu of paired/orders +3.0 % (±4.0 %)", "perfline prove")
                    .doesNotContain("service_time"));
  }

  @Test
  void warnsOfABusyMachine() {
    LoadForecast forecast = of(new MachineState(0.5, 0.1, null, 0.4, 2), List.of());

    assertThat(forecast.lines().get(0)).doesNotContain("frequency");
    assertThat(forecast.warnings())
        .hasSize(3)
        .anySatisfy(text -> assertThat(text).contains("50 % of the machine", "foreign_cpu"))
        .anySatisfy(text -> assertThat(text).contains("withholds 10 %"))
        .anySatisfy(text -> assertThat(text).contains("40 % longer"));
  }

  @Test
  void ignoresEarlierIntervalsThatAreOpen() {
    List<Verdict> earlier =
        List.of(verdict("commit", 100, new ConfidenceInterval(0.0, null, 0.9, "t")));

    assertThat(of(QUIET, earlier)).isEqualTo(of(QUIET, List.of()));
  }

  @Test
  void readsTheReadableVerdictsOfTheSameProfile() throws Exception {
    Files.writeString(
        folder.resolve("perf.yml"), "version: 1\nservice: {url: 'http://localhost'}\nload: {}\n");
    Project project = Project.ofServers(folder);
    Files.createDirectories(folder.resolve("runs/broken"));
    Files.writeString(folder.resolve("runs/broken/verdict.json"), "{");
    for (String profile : List.of("commit", "nightly")) {
      Path run = Files.createDirectories(folder.resolve("runs/" + profile));
      VerdictFile.write(run, verdict(profile, 100, 2));
    }

    assertThat(LoadForecast.earlier(project, "commit"))
        .extracting(Verdict::profile)
        .containsExactly("commit");
  }

  private static LoadForecast of(MachineState machine, List<Verdict> earlier) {
    return LoadForecast.of(machine, LIMITS, CASES, "commit", earlier);
  }

  private static Verdict verdict(long pairs, double half) {
    return verdict("commit", pairs, half);
  }

  private static Verdict verdict(String profile, long pairs, double half) {
    double low = 100 * Math.expm1(-Math.log1p(half / 100));
    return verdict(profile, pairs, new ConfidenceInterval(low, half, 0.9, "t"));
  }

  private static Verdict verdict(String profile, long pairs, ConfidenceInterval interval) {
    Line line =
        new Line(
            "more-cpu",
            "paired/orders",
            "service",
            Limit.parse("cpu", "<= +3 %", null),
            new Measured(0.0, Unit.PERCENT, interval, pairs, null),
            BaselineOrigin.paired(
                "parent",
                1.0,
                1.0,
                "ms",
                LoadUnit.REQUEST,
                new BaselineContent.Build("the parent", null)),
            Finding.UNDECIDED,
            "undecided");
    return new Verdict(
        Verdict.SCHEMA,
        "run",
        "local",
        "main",
        "0".repeat(40),
        profile,
        "local",
        Instant.EPOCH,
        Verdict.outcomeOf(List.of(), List.of(line)),
        "A summary.",
        null,
        List.of(),
        List.of(line),
        List.of());
  }
}
