package io.perfline.sims.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.perfline.core.command.Fault;
import io.perfline.core.project.ProgramLoad;
import io.perfline.core.project.ProgramLoad.LastLine;
import io.perfline.core.project.ProgramLoad.Results;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Generator;
import io.perfline.core.run.ToolResults;
import io.perfline.deploy.process.RunningProcess;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ProgramRunTest {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final URI URL = URI.create("http://127.0.0.1:81/shop");

  @TempDir private Path folder;

  @Test
  void theLastLineContainsATimeOrARate() throws Exception {
    CaseResult time = run("echo working; echo 1.5; echo", LastLine.SECONDS);
    CaseResult rate = run("echo 40", LastLine.PER_SECOND);

    assertThat(time.requests()).isEqualTo(1);
    assertThat(time.serviceTime().percentileUs(50)).isCloseTo(1_500_000, within(1_500.0));
    assertThat(rate.throughputPerS()).isCloseTo(40, within(1e-6));
  }

  @Test
  void aRateIsThatOfAllOperationsOfTheProgram() throws Exception {
    CaseResult rate = run("sleep 0.5; echo 3000", LastLine.PER_SECOND);

    assertThat(rate.messages()).isBetween(1500L, 30_000L);
    assertThat(rate.throughputPerS()).isCloseTo(3000, within(1e-3));
    assertThat(rate.requests()).isEqualTo(rate.serviceTime().count()).isOne();
  }

  @Test
  void aProcessThatOutlivesTheProgramIsEnded() throws Exception {
    Path pid = folder.resolve("pid");
    run("sleep 300 & echo $! >'" + pid + "'; sleep 0.3; echo 1", LastLine.SECONDS);

    long left = Long.parseLong(Files.readString(pid).strip());
    while (ProcessHandle.of(left).filter(RunningProcess::isAlive).isPresent()) {
      Thread.sleep(10);
    }
  }

  @Test
  void theProgramGetsItsSettingsFromTheEnvironment() throws Exception {
    assertThat(run("test \"$url $host $port\" = \"" + URL + " 127.0.0.1 81\" && echo $seconds"))
        .isCloseTo(3, within(0.01));
  }

  @Test
  void aProgramLoadsWithTheAddressesOfWhatTheServiceNeeds() throws Exception {
    assertThat(run("echo ${db.port}")).isCloseTo(5433, within(10.0));
  }

  @Test
  void aProgramThatFailsOrPrintsNoNumberHasNoResult() {
    assertThatThrownBy(() -> run("echo the depot is closed; exit 4"))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("ended with code 4")
        .hasMessageContaining("the depot is closed");
    assertThatThrownBy(() -> run("echo done"))
        .hasMessageContaining("its last line is not a number above 0: 'done'");
    assertThatThrownBy(() -> run("true")).hasMessageContaining("it printed nothing");
    for (String number : List.of("0", "-1", "NaN", "Infinity")) {
      assertThatThrownBy(() -> run("echo " + number)).hasMessageContaining("not a number above 0");
    }
    assertThatThrownBy(() -> run("no-such-program-here 2>&1"))
        .hasMessageContaining("ended with code 127");
  }

  @Test
  void aProgramThatTakesTooLongIsKilled() {
    ProgramLoad load = load("sleep 60", new Results(null, null, LastLine.SECONDS), List.of(), 1);

    assertThatThrownBy(() -> run(load, ToolResults.NONE))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("did not end within 1 s and was killed");
  }

  @ParameterizedTest(name = "results of {0}, a thread that never sleeps: busy {1}")
  @CsvSource({"k6, true", "jmh, false"})
  void aGeneratorIsAsBusyAsItsOneThread(String tool, boolean busy) throws Exception {
    String spin = "timeout 8 sh -c 'while :; do :; done'; echo > \"$results\"";
    ProgramLoad load = load(spin, new Results(tool, null, null), List.of(), 60);
    CaseResult one = tool.equals("jmh") ? benchmark("a", 100) : request("a", 3);

    CaseResult result = run(load, results(one));

    assertThat(result.generator().cpu() > 0.95).isEqualTo(busy);
  }

  @Test
  void addsUpTheMeasuredRequestsOnly() throws Exception {
    ProgramLoad load =
        load("echo > \"$results\"", new Results("k6", null, null), List.of("a", "b"), 60);
    CaseResult result = run(load, results(request("a", 3), request("b", 4), request("c", 5)));

    assertThat(result.requests()).isEqualTo(7);
    assertThat(result.server().cpuUs()).as("the cost of all requests is not theirs").isNull();

    ProgramLoad other =
        load("echo > \"$results\"", new Results("k6", null, null), List.of("d"), 60);
    assertThatThrownBy(() -> run(other, results(request("a", 3), request("b", 4))))
        .hasMessageContaining("no request 'd'")
        .hasMessageContaining("known: a, b");
  }

  @Test
  void benchmarksAreCombinedByTheirGeometricMean() throws Exception {
    ProgramLoad load = load("echo > \"$results\"", new Results("jmh", null, null), List.of(), 60);
    CaseResult result = run(load, results(benchmark("a", 100), benchmark("b", 400)));

    assertThat(result.figures().get("score.time")).isCloseTo(200, within(1e-9));
  }

  @Test
  void aBenchmarkWithoutAllocationHidesNoOther() throws Exception {
    ProgramLoad load = load("echo > \"$results\"", new Results("jmh", null, null), List.of(), 60);
    CaseResult before = run(load, results(allocating("a", 1600), allocating("b", 1e-5)));
    CaseResult after = run(load, results(allocating("a", 16_000), allocating("b", 3e-5)));

    assertThat(before.figures().get("score.bytes")).isCloseTo(160, within(1e-9));
    assertThat(after.figures().get("score.bytes")).isCloseTo(Math.sqrt(256_000), within(1e-9));
    assertThat(run(load, results(allocating("b", 1e-5))).figures().get("score.bytes"))
        .isCloseTo(1e-5, within(1e-9));
  }

  private static CaseResult allocating(String name, double bytes) {
    return benchmark(name, 100).withFigures(Map.of("score.time", 100.0, "score.bytes", bytes));
  }

  @Test
  void aToolWithoutOutputHasNoResult() {
    ProgramLoad load = load("echo lost", new Results("k6", null, null), List.of(), 60);

    assertThatThrownBy(() -> run(load, results(request("a", 3))))
        .hasMessageContaining("wrote no results")
        .hasMessageContaining("lost");
  }

  private double run(String command) throws InterruptedException {
    return run(command, LastLine.SECONDS).serviceTime().percentileUs(50) / 1e6;
  }

  private CaseResult run(String command, LastLine lastLine) throws InterruptedException {
    return run(load(command, new Results(null, null, lastLine), List.of(), 60), ToolResults.NONE);
  }

  private CaseResult run(ProgramLoad load, ToolResults tools) throws InterruptedException {
    return new ProgramRun(load, folder, folder.resolve("work"), tools)
        .run(
            "service",
            URL,
            folder,
            Map.of("db.port", "5433"),
            Duration.ofSeconds(3),
            elapsed -> {});
  }

  private static ProgramLoad load(
      String command, Results results, List<String> requests, int seconds) {
    Duration max = seconds == 60 ? LONG : Duration.ofSeconds(seconds);
    return new ProgramLoad("orders", command, results, requests, max, null);
  }

  private static ToolResults results(CaseResult... cases) {
    return new ToolResults() {
      @Override
      public boolean measured(String tool, int exitCode) {
        return exitCode == 0;
      }

      @Override
      public List<CaseResult> read(
          String tool, String columns, Path file, Path printed, String simulation, Path to) {
        return List.of(cases);
      }
    };
  }

  private CaseResult request(String name, int count) throws InterruptedException {
    return run("echo 1", LastLine.SECONDS).withName("orders/" + name).withCounts(count, count, 0);
  }

  private static CaseResult benchmark(String name, double nanos) {
    return CaseResult.of("orders/" + name, "service")
        .withPeriod(Instant.EPOCH, Instant.EPOCH.plusSeconds(1), 0)
        .withCounts(5, 5, 0)
        .withTimes(null, null)
        .withGenerator(new Generator(0, null, 5, 0))
        .withFigures(Map.of("score.time", nanos));
  }
}
