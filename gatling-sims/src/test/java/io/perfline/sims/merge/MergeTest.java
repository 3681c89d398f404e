package io.perfline.sims.merge;

import static io.perfline.sims.merge.Shards.CASE;
import static io.perfline.sims.merge.Shards.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Command;
import io.perfline.core.command.Fault;
import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.ClockReading;
import io.perfline.core.run.RawMaterial;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.RunShard;
import io.perfline.core.run.Second;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.ServerEnd;
import io.perfline.core.run.StoredMessages;
import io.perfline.core.run.TimeDistribution;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergeTest {

  @TempDir Path folder;
  private final StringWriter output = new StringWriter();

  @Test
  void addsCountsAndHistogramsExactly() throws Exception {
    assertThat(merge(Shards.shard(2, 2), Shards.shard(1, 2))).isZero();

    Run run = RunFile.read(folder.resolve("out"));
    CaseResult sum = run.cases().get(0);
    assertThat(run.run()).isEqualTo("out");
    assertThat(run.shard()).isNull();
    assertThat(run.cases()).hasSize(1);
    assertThat(sum.requests()).isEqualTo(30);
    assertThat(sum.messages()).isEqualTo(30 * 256);
    assertThat(sum.bytes()).isEqualTo(3000);
    assertThat(sum.errors()).containsEntry("timeout", 20L).containsKeys("only1", "only2");
    assertThat(sum.responseTime())
        .isEqualTo(TimeDistribution.merge(List.of(Shards.times(1, 10), Shards.times(2, 20))));
    assertThat(sum.start()).isEqualTo(START.plusMillis(2001));
    assertThat(sum.end()).isEqualTo(START.plusMillis(12002));
    assertThat(sum.generator().intendedRatePerS()).isEqualTo(30);
    assertThat(sum.generator().achievedRatePerS()).isEqualTo(27);
    assertThat(sum.generator().cpu()).isEqualTo(0.2);
    assertThat(sum.generator().longestPauseMs()).isEqualTo(2);
    assertThat(sum.stored()).isEqualTo(new StoredMessages(9000, 9000));
    assertThat(sum.problems()).isEmpty();
    assertThat(run.environment().fingerprint()).isNotEqualTo("ab12");
  }

  @Test
  void addsRawMaterialBySecondAndKeepsThatOfTheShards() throws Exception {
    merge(Shards.shard(1, 2), Shards.shard(2, 2));

    Path out = folder.resolve("out");
    CaseResult sum = RunFile.read(out).cases().get(0);
    List<Second> seconds = RawMaterial.read(out, sum);
    assertThat(seconds).hasSize(10);
    assertThat(seconds.get(9).messages()).isEqualTo(3 * 256);
    assertThat(seconds.get(9).errorCount()).isEqualTo(2);
    assertThat(seconds.get(9).users()).isEqualTo(8);
    assertThat(seconds.get(9).cpu()).containsEntry("generator", 0.3);
    assertThat(TimeDistribution.merge(seconds.stream().map(Second::responseTime).toList()))
        .isEqualTo(sum.responseTime());
    assertThat(TimeDistribution.merge(RawMaterial.serviceTimes(out, sum).values()))
        .isEqualTo(sum.serviceTime());
    assertThat(RunFile.read(out.resolve("shards/2")).shard().index()).isEqualTo(2);
    assertThat(out.resolve("shards/1/kafka/kafka_batch_size_256-direct.hlog")).exists();
  }

  @Test
  void anInvalidShardMakesTheRunInvalid() throws Exception {
    Run bad = with(2, Shards.measured(2, none -> List.of("the server stopped responding")));

    assertThat(merge(Shards.shard(1, 2), bad)).isEqualTo(Fault.NO_VERDICT);
    assertThat(RunFile.read(folder.resolve("out")).cases().get(0).problems())
        .containsExactly("shard 2/2: the server stopped responding");
  }

  @Test
  void aShardThatWasStillWarmingUpIsReported() throws Exception {
    CaseResult rising = Shards.measured(2, none -> List.of()).withSteady(false);

    merge(with(1, Shards.measured(1, none -> List.of()).withSteady(true)), with(2, rising));

    assertThat(RunFile.read(folder.resolve("out")).cases().get(0).steady()).isFalse();
  }

  @Test
  void aServerThatEndedIsReported() throws Exception {
    ServerEnd end = new ServerEnd(ServerEnd.CANDIDATE, true, 3, "exit code 137");

    merge(Shards.shard(1, 2), with(2, Shards.measured(2, none -> List.of()).with(end)));

    assertThat(RunFile.read(folder.resolve("out")).cases().get(0).serverEnd()).isEqualTo(end);
  }

  @Test
  void serverCostsAreReadByOneGeneratorForTheWholeLoad() throws Exception {
    ServerCost seen = new ServerCost(900.0, null, null, "/metrics, which has no allocation");
    assertThat(merge(costing(1, seen), costing(2, new ServerCost(880.0, null, null, "the same"))))
        .isZero();
    CaseResult sum = RunFile.read(folder.resolve("out")).cases().get(0);
    assertThat(sum.server()).isEqualTo(seen);
  }

  private static Run costing(int shard, ServerCost cost) {
    return with(shard, Shards.measured(shard, none -> List.of()).with(cost));
  }

  @Test
  void storedCountsAreThoseOfTheShardThatCountedLast() throws Exception {
    assertThat(merge(throughTheRecorder(1, 3000, 4000), throughTheRecorder(2, 3000, 5999)))
        .isEqualTo(Fault.NO_VERDICT);

    assertThat(RunFile.read(folder.resolve("out")).cases().get(0).problems())
        .singleElement()
        .asString()
        .startsWith("1 of 6000 messages");
  }

  @Test
  void aCaseMayBeMissingInAShardWithoutLoad() throws Exception {
    Run idle =
        Shards.run(List.of())
            .as(new RunShard(2, 2, START, 30_000, List.of(Shards.clock(0)), List.of(CASE)));

    assertThat(merge(Shards.shard(1, 2), idle)).isZero();
    assertThat(RunFile.read(folder.resolve("out")).cases().get(0).requests()).isEqualTo(10);
  }

  @Test
  void refusesShardsOfDifferentLoadsWithAllReasons() throws Exception {
    Run other = Shards.shard(1, 3);
    Run stranger =
        new Run(
                Run.SCHEMA,
                "other",
                "8",
                "topic",
                "f".repeat(40),
                null,
                "nightly",
                new io.perfline.core.run.RunEnvironment("cluster", "x", "", 1, 1, "", ""),
                START,
                START,
                List.of(),
                List.of(),
                null,
                null)
            .as(new RunShard(1, 2, START.plusSeconds(1), 5, List.of(Shards.clock(0)), List.of()));

    assertThat(merge(other, stranger, Shards.run(List.of()))).isEqualTo(Fault.CONFIGURATION);
    assertThat(output.toString())
        .contains(
            "the run of a whole load",
            "are both shard",
            "the number of shards differs: 3 in",
            "--start-at differs",
            "--gap, in ms differs",
            "the commit differs",
            "the branch differs",
            "the build differs",
            "the profile differs: commit in",
            "the environment differs: local in",
            "the catalogue of cases differs",
            "the list of cases differs: [kafka/batch_size/256] in",
            "shard 2/3 is missing",
            "shard 3/3 is missing");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void refusesTwoBaselinesOfOneName() throws Exception {
    assertThat(merge(weekOld(1, "a".repeat(40)), weekOld(2, "b".repeat(40))))
        .isEqualTo(Fault.CONFIGURATION);
    assertThat(output.toString()).contains("the commit it was compared with differs: aaa");

    assertThat(merge(weekOld(1, "a".repeat(40)), weekOld(2, "a".repeat(40)))).isZero();
  }

  private static Run weekOld(int index, String commit) {
    RunBaseline baseline =
        new RunBaseline(
            "the newest commit that is at least a week old", commit, BaselineSource.RELEASE, null);
    return Shards.shard(index, 2).against(baseline);
  }

  @Test
  void refusesDifferentSettingsOfACase() throws Exception {
    CaseResult other = Shards.measured(2, none -> none).withParameters(Map.of("connections", "16"));

    assertThat(merge(Shards.shard(1, 2), with(2, other))).isEqualTo(Fault.CONFIGURATION);
    assertThat(output.toString()).contains("the setting of kafka/batch_size/256 (direct) differs");
  }

  @Test
  void refusesShardsThatWereNotMeasuredTogether() throws Exception {
    Run late = with(2, Shards.at(START.plusSeconds(5), 2, "direct"));
    assertThat(merge(Shards.shard(1, 2), late)).isEqualTo(Fault.NO_VERDICT);
    assertThat(output.toString()).contains("under load together for only 70 % of it");
  }

  @Test
  void refusesAMissingShard() throws Exception {
    assertThat(merge(Shards.shard(1, 2))).isEqualTo(Fault.NO_VERDICT);
    assertThat(output.toString()).contains("shard 2/2 is missing");
  }

  @Test
  void refusesClocksThatMayDiffer() throws Exception {
    assertThat(merge(Shards.shard(1, 2), clocks(Shards.clock(260)))).isEqualTo(Fault.NO_VERDICT);
    assertThat(output.toString()).contains("the clocks may be 264 ms apart, more than 250 ms");

    assertThat(merge(Shards.shard(1, 2), clocks())).isEqualTo(Fault.NO_VERDICT);
    assertThat(output.toString()).contains("was not compared");

    assertThat(merge(Shards.shard(1, 2), clocks(new ClockReading("boot 1", 0, 0))))
        .isEqualTo(Fault.NO_VERDICT);
    assertThat(output.toString()).contains("compared with different ones: http://recorder, boot 1");
  }

  @Test
  void refusesAnOccupiedTargetAndAFolderWithoutARun() throws Exception {
    merge(Shards.shard(1, 1));
    assertThat(merge(Shards.shard(1, 1))).isEqualTo(Fault.CONFIGURATION);
    assertThat(output.toString()).contains("already contains a run");

    assertThat(command("merge", "nowhere", "--out", folder.resolve("new").toString()))
        .isEqualTo(Fault.NO_VERDICT);
  }

  private static Run throughTheRecorder(int index, long acknowledged, long found) {
    return with(
        index,
        Shards.at(START.plusSeconds(2), index, "recorder")
            .with(new StoredMessages(acknowledged, found)));
  }

  private static Run with(int index, CaseResult result) {
    return Shards.run(List.of(result)).as(Shards.shard(index, 2).shard());
  }

  private static Run clocks(ClockReading... readings) {
    return Shards.shard(2, 2).as(new RunShard(2, 2, START, 30_000, List.of(readings), List.of()));
  }

  private int merge(Run... runs) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("merge"));
    for (Run run : runs) {
      Path shard = Files.createTempDirectory(folder, "shard");
      arguments.add(Shards.write(shard, run).toString());
    }
    arguments.addAll(List.of("--out", folder.resolve("out").toString()));
    return command(arguments.toArray(String[]::new));
  }

  private int command(String... arguments) {
    PrintWriter text = new PrintWriter(output);
    return Command.run(new Top(), text, text, arguments);
  }

  @picocli.CommandLine.Command(name = "perfline", subcommands = MergeCommand.class)
  private static final class Top {}
}
