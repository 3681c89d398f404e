package io.perfline.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pins every byte of {@code run.json}, for a run with a case of each type. */
class RunJsonTest {

  private static final Instant START = Instant.parse("2026-01-02T03:04:05.678Z");

  /** Encoded, because another zlib would compress the same times to different bytes. */
  private static final TimeDistribution TIMES =
      TimeDistribution.decode("HISTFAAAACV4nJNpmSzMwMDAwQABzFCaEUIK1tt/gIowdTMzfc9lAgBgDQUL");

  private static final CaseResult PLAIN =
      CaseResult.of("kafka/batch_size/256", "direct")
          .withParameters(Map.of("batch_size", "256", "connections", "8"))
          .withPeriod(START, START.plusSeconds(10), 2000)
          .withCounts(3, 768, 76_800)
          .withErrors(Map.of("timeout", 1L, "refused", 2L))
          .withTimes(TIMES, TIMES)
          .withGenerator(new Generator(0.5, 100.0, 99.5, 4.2, 1.5, null).withForeignCpu(0.1))
          .withSteady(false);

  @TempDir Path folder;

  @Test
  void writesEachTypeOfCaseInTheKnownFormat() throws IOException {
    Run run = run();

    RunFile.write(folder, run);

    try (InputStream expected = RunJsonTest.class.getResourceAsStream("every-kind.json")) {
      assertThat(Files.readString(folder.resolve(RunFile.NAME)))
          .isEqualTo(new String(expected.readAllBytes(), StandardCharsets.UTF_8));
    }
    assertThat(RunFile.read(folder)).isEqualTo(run);
  }

  @Test
  void keepsTheCostOfTheServersThatAServiceNeeds() throws IOException {
    Map<String, Double> used = Map.of("db", 120.0, "cache", 3.5);
    Slice slice = new Slice(0.25, new Counts(3, 3, 300, 0, TIMES, TIMES), 360.0, 1e6, 400.0, used);
    ServerMemory.OfBuild memory =
        new ServerMemory.OfBuild(List.of(), null, null, Map.of("db", 5_000_000L));
    CaseResult needing =
        PLAIN
            .withPairs(List.of(new SlicePair(1, true, slice, slice)))
            .with(new ServerCost(1.0, null, 2.0, used, "pid 7"))
            .with(new ServerEnd(ServerEnd.CANDIDATE, true, 3, "exit code 28").ofNeed("db"))
            .with(
                new ServerMemory(
                    List.of(new ServerMemory.OfDeployment(1, memory, memory)), "pid 7"));
    Run run = run().with(List.of(needing));

    RunFile.write(folder, run);

    assertThat(RunFile.read(folder)).isEqualTo(run);
    CaseResult ofDatabase = needing.ofNeed("db");
    assertThat(ofDatabase.pairs().get(0).candidate().needCpu()).isEqualTo(120);
    assertThat(ofDatabase.server().needCpu()).isEqualTo(120);
    assertThat(needing.server().needCpu()).isEqualTo(123.5);
    assertThat(needing.ofNeed("queue").server().needCpu()).isNull();
    assertThat(needing.ofNeed("cache").memory().deployments().get(0).candidate().needBytes())
        .isEmpty();
    assertThat(needing.serverEnd().text())
        .isEqualTo(
            "the candidate's need 'db' ended after 3 s of load, which the baseline's survived:"
                + " exit code 28");
  }

  private static Run run() {
    Slice known = new Slice(0.25, new Counts(3, 3, 300, 0, TIMES, TIMES), 360.0, 1e6, 400.0);
    Slice unknown = new Slice(0.25, new Counts(3, 3, 300, 1, TIMES, TIMES));
    List<CaseResult> cases =
        List.of(
            PLAIN,
            PLAIN
                .withName("http/record")
                .with(new KeptBytes(4711L))
                .with(new StoredMessages(1024, 1023))
                .with(new ServerCost(1200.0, null, 1300.0, "pid 7 by JMX"))
                .withSteady(true),
            PLAIN
                .withName("paired/record")
                .withPairs(
                    List.of(
                        new SlicePair(1, true, known, unknown),
                        new SlicePair(2, false, unknown, known)))
                .with(
                    new EarlierDeployments(
                        "0123456789ab",
                        List.of(new EarlierDeployments.Variance("cpu", 1e-4, 4, 0))))
                .with(new ServerCost(720.0, 2e6, null, ServerCost.SHARED))
                .with(
                    new ServerMemory(
                        List.of(
                            new ServerMemory.OfDeployment(
                                1,
                                new ServerMemory.OfBuild(
                                    List.of(
                                        new ServerMemory.LiveSet(100, 6_000_000),
                                        new ServerMemory.LiveSet(300, 6_020_000)),
                                    80_000_000L,
                                    20_000_000L),
                                new ServerMemory.OfBuild(List.of(), null, null)),
                            new ServerMemory.OfDeployment(2, null, null)),
                        "pid 7 can't collect its garbage")),
            PLAIN
                .withName("paired/pages")
                .withCounts(0, 0, 0)
                .with(new Unchanged("the same build")),
            PLAIN
                .withName("http/capacity")
                .withLevels(
                    List.of(
                        new Level(10, START, START.plusSeconds(5), 2, TIMES, List.of()),
                        new Level(20, START, START.plusSeconds(9), 0, TIMES, List.of("unstable")))),
            PLAIN.withName("kafka/consume").with(new ConsumerLag("group", 12, 340, 1)),
            PLAIN
                .withName("redis/fanout")
                .withFigures(Map.of(CaseResult.UNDELIVERED, 2.0, CaseResult.RECOVERY, 12.5)),
            PLAIN.withName("http/drain").with(new Drain("sigterm", 30, 29, 100, 1, 2, 3, 1234.5)),
            CaseResult.of("k6/checkout", "service")
                .withPeriod(START, START.plusSeconds(3), 0)
                .withCounts(3, 3, 0)
                .withTimes(null, TIMES)
                .withGenerator(new Generator((Double) null, null, 1, null, null, null))
                .with(new Origin("k6", false, Map.of("dropped", "0", "vus", "10"))),
            CaseResult.of("http/failed", "recorder")
                .withPeriod(START, START, 0)
                .withTimes(TIMES, TIMES)
                .withGenerator(new Generator(0, null, 0, 0))
                .withProblems(List.of("the service did not start", "it was not measured")));
    return new Run(
        Run.SCHEMA,
        "20260102-030405",
        "7",
        "main",
        "0123456789012345678901234567890123456789",
        "0123456789012345678901234567890123456789",
        "commit",
        new RunEnvironment("local", "ab12", "a processor", 2, 1 << 30, "Linux", "17"),
        START,
        START.plusSeconds(60),
        List.of(new CatalogueEntry("kafka/batch_size/256", "direct", List.of("commit"))),
        cases,
        new RunShard(
            1, 2, START, 30_000, List.of(new ClockReading("ntp", 0.5, 0.1)), List.of("idle")),
        new RunBaseline("main~1", "0".repeat(40), new BaselineSource("parent of HEAD"), null)
            .with(List.of("a"), List.of())
            .with(new RunBaseline.Digests("a", "b")));
  }
}
