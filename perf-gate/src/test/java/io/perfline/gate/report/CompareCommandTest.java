package io.perfline.gate.report;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.on;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Command;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Generator;
import io.perfline.core.run.RawMaterial;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunEnvironment;
import io.perfline.core.run.RunFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompareCommandTest {

  private static final Instant LATER = START.plusSeconds(3600);

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void reportsEachChangeWithItsInterval() throws IOException {
    CaseResult before = measured("kafka/batch_size/256", START, times(1000, 2000, 3000, 4000));
    CaseResult now = measured("kafka/batch_size/256", LATER, times(1000, 2000));
    write("a", run("a", START, before));
    write("b", run("b", LATER, now));
    seconds("a", before, 100, 110);
    seconds("b", now, 50, 55);

    assertThat(compare()).as(err.toString()).isZero();

    assertThat(out.toString().lines())
        .anyMatch(line -> line.matches("Change from run a to run b"))
        .anyMatch(
            line ->
                line.matches(
                    "kafka/batch_size/256 +direct +throughput, messages/s +102 +51.2 +-50 %"
                        + " +-5\\d.* % to -4\\d.* %"))
        .anyMatch(line -> line.matches(".* p95, ms +4 +2 +-50 % +not known: too few seconds"))
        .anyMatch(line -> line.matches(".* errors, % +20 +33.3 +\\+13.3 points +-.* to .*"));
    assertThat(folder.resolve("c.md"))
        .content()
        .contains("### Change from run a to run b")
        .contains("|---|---|---|--:|--:|--:|---|")
        .contains("| kafka/batch\\_size/256 | direct | throughput, messages/s |");
  }

  @Test
  void runsWithoutACommonCaseGiveNoVerdict() throws IOException {
    write("a", run("a", START, measured("http/record", times(1))));
    write("b", run("b", LATER, measured("http/other", times(1))));

    assertThat(compare()).isEqualTo(3);
    assertThat(out.toString())
        .contains("the two have no case in common")
        .contains("http/record, direct: only in run a")
        .contains("http/other, direct: only in run b");
  }

  @ParameterizedTest
  @CsvSource({"'score.time', 0, score.time", "'score.time,score.bytes', 3, its figures differ"})
  void benchmarksWithOtherFiguresAreNotCompared(String figures, int code, String message)
      throws IOException {
    write("a", run("a", START, benchmark(figures.split(","))));
    write("b", run("b", LATER, benchmark("score.time")));

    assertThat(compare()).as(out.toString()).isEqualTo(code);
    assertThat(out.toString()).contains(message);
  }

  @Test
  void aValueThatWasZeroIsCompared() throws IOException {
    write("a", run("a", START, scored(Map.of("score.bytes", 0.0))));
    write("b", run("b", LATER, scored(Map.of("score.bytes", 48.0, "score.error", 1.0))));

    assertThat(compare()).as(out.toString()).isZero();
    assertThat(out.toString().lines())
        .anyMatch(line -> line.matches("jmh/codec +direct +score.bytes, B/op +0 +48 +from 0 .*"));
    assertThat(folder.resolve("c.md")).content().contains("| 0 | 48 | from 0 |");
  }

  @Test
  void zeroEqualsZero() throws IOException {
    write("a", run("a", START, scored(Map.of("score.bytes", 0.0))));
    write("b", run("b", LATER, scored(Map.of("score.bytes", 0.0))));

    assertThat(compare()).as(out.toString()).isZero();
    assertThat(out.toString().lines())
        .anyMatch(line -> line.matches("jmh/codec +direct +score.bytes, B/op +0 +0 +0 % .*"));
  }

  private static CaseResult scored(Map<String, Double> figures) {
    return benchmark("score.time").withFigures(figures);
  }

  private static CaseResult benchmark(String... figures) {
    return CaseResult.of("jmh/codec", "direct")
        .withPeriod(START, START.plusSeconds(1), 0)
        .withCounts(5, 5, 0)
        .withTimes(null, null)
        .withGenerator(new Generator(0, null, 5, 0))
        .withFigures(
            Arrays.stream(figures).collect(Collectors.toMap(figure -> figure, figure -> 7.0)));
  }

  @Test
  void runsOfTwoMachinesGiveNoVerdict() throws IOException {
    write("a", run("a", START, measured("http/record", times(1))));
    write(
        "b",
        on(
            new RunEnvironment("local", "cd34", "another", 2, 1, "Linux", "17"),
            "b",
            LATER,
            measured("http/record", times(1))));

    assertThat(compare()).isEqualTo(3);
    assertThat(out.toString()).contains("measured on different machines (ab12 and cd34)");
  }

  @Test
  void warnsIfTheMachineWasBusyDuringOnlyOneRun() throws IOException {
    write("a", run("a", START, disturbed(START, 0.03)));
    write("b", run("b", LATER, disturbed(LATER, 0.45)));

    assertThat(compare()).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains(
            "! other processes used up to 3 % of the machine during run a, and up to 45 % during"
                + " run b: differences of http/record may be caused by that; measure both on a"
                + " quiet machine");
    assertThat(folder.resolve("c.md")).content().contains("- other processes used up to 3 %");
  }

  @Test
  void doesNotWarnIfTheMachineWasEquallyBusy() throws IOException {
    write("a", run("a", START, disturbed(START, 0.25)));
    write("b", run("b", LATER, disturbed(LATER, 0.3)));

    assertThat(compare()).as(err.toString()).isZero();
    assertThat(out.toString()).doesNotContain("other processes");
  }

  private static CaseResult disturbed(Instant start, double foreignCpu) {
    return measured("http/record", start, times(1000, 2000))
        .withGenerator(new Generator(0.5, null, 0.3, 4.2).withForeignCpu(foreignCpu));
  }

  @Test
  void comparingARunWithItselfGivesNoVerdict() throws IOException {
    write("a", run("a", START, measured("http/record", times(1))));
    write("b", run("a", START, measured("http/record", times(1))));

    assertThat(compare()).isEqualTo(3);
    assertThat(out.toString()).contains("both are run a: there is nothing to compare");
  }

  @Test
  void invalidEmptyOrDifferingCasesAreNotCompared() throws IOException {
    CaseResult good = measured("http/record", times(1));
    write("a", run("a", START, good, measured("http/b", times(1)), measured("http/c", times(1))));
    write(
        "b",
        run(
            "b",
            LATER,
            good.withProblems(List.of("the generator was starved")),
            measured("http/b", times()),
            measured("http/c", times(1)).withParameters(Map.of("batch_size", "512"))));

    assertThat(compare()).isEqualTo(3);
    assertThat(out.toString())
        .contains("not valid in the second run: the generator was starved")
        .contains("no request succeeded in the second run")
        .contains("its parameters differ: {batch_size=256}, then {batch_size=512}");
    assertThat(out.toString().lines().filter(line -> line.contains("not compared"))).hasSize(3);
  }

  @Test
  void namesAMissingRun() throws IOException {
    write("a", run("a", START, measured("http/record", times(1))));

    assertThat(compare()).isEqualTo(3);
    assertThat(err.toString()).contains(folder.resolve("b").resolve("run.json").toString());
  }

  private int compare() {
    return Command.run(
        new CompareCommand(),
        new PrintWriter(out, true),
        new PrintWriter(err, true),
        folder.resolve("a").toString(),
        folder.resolve("b").toString(),
        "--markdown",
        folder.resolve("c.md").toString());
  }

  private void write(String name, Run run) throws IOException {
    RunFile.write(folder.resolve(name), run);
  }

  /** Writes ten seconds of alternating times. */
  private void seconds(String name, CaseResult result, long even, long odd) throws IOException {
    StringBuilder table = new StringBuilder("second,requests,messages,bytes,errors,users\n");
    for (int i = 0; i < 10; i++) {
      table.append(i).append(",1,").append(i % 2 == 0 ? even : odd).append(",100,0,1\n");
    }
    Path file =
        folder
            .resolve(name)
            .resolve(result.simulation())
            .resolve(RawMaterial.fileName(result.name(), result.target()) + ".seconds.csv");
    Files.createDirectories(file.getParent());
    Files.writeString(file, table);
  }
}
