package io.perfline.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.Counts;
import io.perfline.core.run.Generator;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.core.sample.SampleRuns;
import io.perfline.gate.judge.Gate;
import io.perfline.gate.judge.History;
import io.perfline.gate.prove.ProofReport;
import io.perfline.gate.prove.ProofSeries.Proved;
import io.perfline.gate.prove.ProvedRow;
import io.perfline.gate.text.Wording;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses simulated runs: a message takes 120 µs of CPU, and more in a slowed copy. */
class GateProofTest {

  private static final double CPU_US = 120;
  private static final String THRESHOLDS =
      """
      version: 1
      baselines: {parent: {paired: true}}
      thresholds:
        - {id: more-cpu, case: paired/*, metric: cpu, pass: "<= +3 %", baseline: parent}
        - {id: slower, case: paired/*, metric: service_time.mean, pass: "<= +3 %", baseline: parent}
      """;

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final List<String> measured = new ArrayList<>();
  private final Random random = new Random(11);
  private SlowedIngress unmeasured;
  private Path war;

  @BeforeEach
  void recorder() throws IOException {
    war = SlowedWarTest.recorder(folder);
  }

  @Test
  void slowsBySharesOfTheCostPerMessage() throws Exception {
    List<ProvedRow> rows =
        ProvedRow.of(
            proof()
                .shares(
                    List.of(ChangeFilter.parse("kryonet/cpu"), ChangeFilter.parse("topic/cpu")),
                    2));

    assertThat(rows)
        .extracting(ProvedRow::change)
        .containsOnly("nothing", "cpu +10 %", "cpu +5 %", "cpu +20 %");
    ProvedRow ten = row(rows, "cpu +10 %", "paired/kryonet");
    assertThat(ten.failed()).isEqualTo(2);
    assertThat(ten.verdicts()).isEqualTo(2);
    assertThat(ten.detectedBy()).containsExactly(Map.entry("cpu", 2L));
    assertThat(ten.medianChangePercent()).isBetween(9.0, 11.0);
    assertThat(ten.medianSeconds()).isEqualTo(80 * 0.5);
    ProvedRow untouched = row(rows, "nothing", "paired/record");
    assertThat(untouched.failed()).isZero();
    assertThat(untouched.verdicts()).as("of none, and of what is done to others").isEqualTo(4 + 6);
    assertThat(GateProofCommand.code(rows)).isZero();
    assertThat(measured).hasSize(4 + 3 * 2);
  }

  @Test
  void judgesEachBuildAtEachEntryPoint() throws Exception {
    List<Proved> proved =
        proof()
            .given(
                Stream.of("record/cpu=100us", "record/wait=1ms", "pages/cpu=100us")
                    .map(Slowing::parse)
                    .toList(),
                1);

    List<ProvedRow> rows = ProvedRow.of(proved);
    assertThat(measured)
        .containsExactly("record-cpu-100000-pages-cpu-100000", "record-wait-1000000");
    assertThat(row(rows, "cpu 100 us", "paired/pages").failed()).isEqualTo(1);
    assertThat(row(rows, "wait 1 ms", "paired/record").verdicts()).isEqualTo(1);
    assertThat(out.toString()).contains("wait 1 ms, verdict 1 of 1: passed");
    assertThat(ProofReport.of("The recorder", proved))
        .contains("| cpu 100 us | paired/pages | 1 | 1 | 0 | 0 | 40 |");
  }

  @Test
  void anUnmeasuredBuildHasNoVerdict() throws Exception {
    unmeasured = SlowedIngress.TOPIC;

    List<ProvedRow> rows = ProvedRow.of(proof().given(List.of(Slowing.parse("topic/wait=1ms")), 1));

    assertThat(row(rows, "wait 1 ms", "paired/topic").noVerdict()).isEqualTo(1);
    assertThat(GateProofCommand.code(rows)).isEqualTo(Fault.NO_VERDICT);
    assertThat(out.toString()).contains("no verdict: the profile commit contains it");
    assertThatThrownBy(() -> proof().shares(List.of(), 1))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("paired/topic was not measured");
  }

  @Test
  void aFailedVerdictOnEqualBuildsIsAFalseAlarm() {
    ProvedRow alarm = row("nothing");
    ProvedRow found = row("cpu +5 %");

    assertThat(GateProofCommand.code(List.of(found, alarm))).isEqualTo(Fault.EXCEEDED);
    assertThat(GateProofCommand.code(List.of(found))).isZero();
  }

  private static ProvedRow row(String change) {
    return new ProvedRow(change, "paired/pages", 1, 1, 0, 0, Map.of("cpu", 1L), 20, 9.0);
  }

  private static ProvedRow row(List<ProvedRow> rows, String change, String caseName) {
    return rows.stream()
        .filter(row -> row.change().equals(change) && row.caseName().equals(caseName))
        .findFirst()
        .orElseThrow();
  }

  private GateProof proof() {
    return new GateProof(
        war,
        folder.resolve("thresholds.yml"),
        folder.resolve("work"),
        this::run,
        GateProofTest::judge,
        new PrintWriter(out, true));
  }

  private static Verdict judge(Path run, Path thresholds) throws IOException {
    Verdict verdict =
        Wording.of(
            Gate.judge(
                RunFile.read(run),
                ThresholdsFile.read("thresholds.yml", THRESHOLDS),
                History.NONE,
                SampleRuns.START.plusSeconds(60)));
    VerdictFile.write(run, verdict);
    return verdict;
  }

  private Run run(Path candidate, Path baseline, Path into) throws IOException {
    assertThat(baseline).isEqualTo(war);
    measured.add(into.getParent().getFileName().toString());
    Map<String, Double> cpu = candidate.equals(war) ? Map.of() : cpuMicros(candidate);
    Run sample = SampleRuns.run("01", SampleRuns.START);
    List<CatalogueEntry> planned =
        Stream.of(SlowedIngress.values())
            .map(
                ingress ->
                    new CatalogueEntry(ingress.pairedCase(), "recorder", List.of(sample.profile())))
            .toList();
    Run run =
        new Run(
                Run.SCHEMA,
                into.getFileName().toString(),
                sample.build(),
                sample.branch(),
                sample.commit(),
                sample.commit(),
                sample.profile(),
                sample.environment(),
                sample.started(),
                sample.ended(),
                planned,
                Stream.of(SlowedIngress.values())
                    .filter(ingress -> ingress != unmeasured)
                    .map(ingress -> paired(ingress, cpu.getOrDefault(ingress.id(), 0.0)))
                    .toList(),
                null,
                null)
            .against(new RunBaseline("recorder.war", null, new BaselineSource("given"), null));
    Files.createDirectories(into);
    RunFile.write(into, run);
    return run;
  }

  /** Returns the additional CPU per message in the copy. */
  private static Map<String, Double> cpuMicros(Path candidate) throws IOException {
    return SlowedWarTest.properties(candidate)
        .lines()
        .map(line -> line.split("[= ]"))
        .filter(parts -> parts[1].equals("CPU"))
        .collect(Collectors.toMap(parts -> parts[0], parts -> Long.parseLong(parts[2]) / 1e3));
  }

  private CaseResult paired(SlowedIngress ingress, double more) {
    List<SlicePair> pairs = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      pairs.add(new SlicePair(1 + i / 10, i % 2 == 0, slice(CPU_US + more), slice(CPU_US)));
    }
    TimeDistribution times = times(8000);
    return CaseResult.of(ingress.pairedCase(), "recorder")
        .withPeriod(SampleRuns.START, SampleRuns.START.plusSeconds(10), 6000)
        .withCounts(8000, 8000, 800_000)
        .withTimes(times, times)
        .withGenerator(new Generator(0.4, null, 1, 3))
        .withPairs(pairs);
  }

  private Slice slice(double cpu) {
    double scatter = 1 + 0.01 * random.nextGaussian();
    return new Slice(
        0.25,
        new Counts(100, 100, 10_000, 0, times(100), times(100)),
        100 * cpu * scatter,
        100 * 8000.0,
        null);
  }

  private static TimeDistribution times(int count) {
    return SampleRuns.times(LongStream.range(0, count).map(i -> 1000 + i % 100).toArray());
  }
}
