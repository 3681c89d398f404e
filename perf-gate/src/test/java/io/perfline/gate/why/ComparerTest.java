package io.perfline.gate.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.perfline.core.run.LoadUnit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests which methods are named and by how much, with simulated recordings. */
class ComparerTest {

  private static final String[] PARSER = {
    "java.util.HashMap.hash", "app.Parser.parse", "app.in.Way.take"
  };
  private static final String[] OWN_CODE = {"app.in.Way.take", "org.web.Server.run"};
  private static final String[] LIBRARY = {"java.nio.Bits.copy", "org.web.Server.run"};

  private static SimulatedRecording recording(long seed, double parser) {
    return new SimulatedRecording(seed, 120, 200)
        .cpu(50, 50 + parser, PARSER)
        .cpu(100, 100, OWN_CODE)
        .cpu(150, 150, LIBRARY);
  }

  @Test
  void namesTheInnermostMethodOfTheServiceWithItsChange() {
    CaseWhy why = recording(1, 60).compare();

    MethodChange first = why.grown().get(0);
    assertThat(why.grown()).hasSize(1);
    assertThat(first.method()).isEqualTo("app.Parser.parse");
    assertThat(first.own()).isTrue();
    assertThat(first.change()).isCloseTo(60, within(12.0));
    assertThat(first.low()).isLessThan(60).isPositive();
    assertThat(first.high()).isGreaterThan(60);
    assertThat(first.self()).isZero();
    assertThat(first.within()).isEqualTo("java.util.HashMap.hash");
  }

  @Test
  void aSampleRepresentsTheIntervalBetweenSamplerRounds() {
    CaseWhy why =
        new SimulatedRecording(1, 120, 200)
            .rounds(Duration.ofMillis(5))
            .cpu(50, 110, PARSER)
            .cpu(100, 100, OWN_CODE)
            .unseen(300, 300)
            .compare();

    assertThat(why.grown().get(0).change()).isCloseTo(60, within(12.0));
  }

  @Test
  void cpuWithoutSamplesIsNotAssignedToAMethod() {
    CaseWhy why = recording(1, 60).unseen(100, 150).compare();

    assertThat(why.grown()).hasSize(1);
    assertThat(why.grown().get(0).change()).isCloseTo(60, within(12.0));
    assertThat(why.totals().get(0).change()).isCloseTo(110, within(1.0));
  }

  @Test
  void nativeCodeIsBoundedByTheCpuClocks() {
    String[] write = {"java.io.FileOutputStream.writeBytes", "app.Store.put", "app.in.Way.take"};

    CaseWhy room = recording(1, 0).inNative(0, 300, write).unseen(0, 330).compare();
    CaseWhy half = recording(1, 0).inNative(0, 300, write).unseen(0, 150).compare();
    CaseWhy none = recording(1, 0).inNative(0, 300, write).compare();

    assertThat(room.grown()).extracting(MethodChange::method).containsExactly("app.Store.put");
    double change = room.grown().get(0).change();
    assertThat(change).isCloseTo(300, within(60.0));
    assertThat(half.grown().get(0).change()).isBetween(0.3 * change, 0.7 * change);
    assertThat(none.grown()).allMatch(method -> method.change() < 0.2 * change);
  }

  @Test
  void threadsThatWaitForAProcessorUseNoCpu() {
    CaseWhy why = recording(1, 60).unseen(-150, -180).compare();

    assertThat(why.grown().get(0).change()).isCloseTo(30, within(6.0));
  }

  @Test
  void namesNothingForEqualBuildsInNineteenOfTwenty() {
    List<CaseWhy> named =
        LongStream.range(0, 60)
            .mapToObj(seed -> recording(seed, 0).compare())
            .filter(why -> !why.changes().isEmpty())
            .toList();

    assertThat(named).hasSizeLessThanOrEqualTo(3);
  }

  @Test
  void listsLibraryCodeThatTheServiceDidNotCallSeparately() {
    CaseWhy why = recording(1, 0).cpu(20, 80, "org.web.Codec.read", "org.web.Server.run").compare();

    assertThat(why.grown()).extracting(MethodChange::method).containsExactly("org.web.Codec.read");
    assertThat(why.grown().get(0).own()).isFalse();
    assertThat(WhyText.sentence(why)).contains("Codec.read (library) +");
  }

  /** Buffers of threads attribute allocations to both methods if one allocates large objects. */
  @Test
  void aLargeObjectDoesNotAffectOtherMethods() {
    CaseWhy why =
        new SimulatedRecording(1, 120, 200)
            .allocation(20_000, 28_800, OWN_CODE)
            .allocation(0, 28_800, PARSER)
            .allocated(20_000, 36_000)
            .compare();

    MethodChange first = why.grown().get(0);
    assertThat(why.grown()).hasSize(1);
    assertThat(first.method()).isEqualTo("app.Parser.parse");
    assertThat(first.change()).isCloseTo(16_000, within(0.15 * 16_000));
  }

  @Test
  void fasterMethodsAreNotListedAsSlower() {
    CaseWhy why = recording(3, -40).compare();

    assertThat(why.changes()).hasSize(1);
    assertThat(why.grown()).isEmpty();
  }

  @Test
  void smallChangesAreNotNamedEvenIfConfirmed() {
    CaseWhy why =
        new SimulatedRecording(5, 400, 5000).cpu(500, 500, OWN_CODE).cpu(50, 54, PARSER).compare();

    assertThat(why.changes()).isEmpty();
  }

  @Test
  void namesWaitsExceptIdleThreads() {
    CaseWhy why =
        recording(1, 0)
            .wait(0, 300, "java.lang.Thread.sleep", "app.Store.put", "app.in.Way.take")
            .wait(
                100,
                900,
                "jdk.internal.misc.Unsafe.park",
                "java.util.concurrent.LinkedBlockingQueue.take",
                "app.Writer.run")
            .wait(0, 700, "java.lang.Object.wait", "org.web.Pool.next")
            .compare();

    assertThat(why.grown()).hasSize(1);
    assertThat(why.grown().get(0).method()).isEqualTo("app.Store.put");
    assertThat(why.grown().get(0).resource()).isEqualTo(Resource.WAIT);
    assertThat(why.grown().get(0).change()).isCloseTo(300, within(1.0));
  }

  @Test
  void waitsBelongToThePairsInWhichTheyWereRecorded() {
    String[] stack = {"java.lang.Thread.sleep", "app.Store.put", "app.in.Way.take"};

    CaseWhy some = recording(1, 0).detailedEvery(4).wait(100, 400, stack).compare();
    CaseWhy few = recording(1, 0).detailedEvery(100).wait(100, 400, stack).compare();

    assertThat(some.grown()).hasSize(1);
    assertThat(some.grown().get(0).baseline()).isCloseTo(100, within(1.0));
    assertThat(some.grown().get(0).change()).isCloseTo(300, within(1.0));
    assertThat(few.totals()).extracting(TotalChange::resource).doesNotContain(Resource.WAIT);
    assertThat(few.grown()).isEmpty();
  }

  @Test
  void explainsMissingProfiles() {
    CaseWhy few = new SimulatedRecording(1, 5, 200).cpu(1, 2, PARSER).compare();
    CaseWhy silent = new SimulatedRecording(1, 50, 0).compare();

    assertThat(WhyText.sentence(few)).contains("not known", "5 pairs");
    assertThat(silent.problem()).isNotNull();
  }

  @Test
  void drawsSlowerMethodsWithSignsAndPatternsOnly() {
    JfrDiff diff = recording(1, 60).cpu(0, 20, "app.Parser.<init>", "app.in.Way.take").read();

    String svg =
        FlameGraph.draw(diff.flames(Resource.CPU), Resource.CPU, LoadUnit.MESSAGE, "CPU & more");

    assertThat(svg)
        .contains(
            "url(#slower)", "app.Parser.parse: ", "CPU &amp; more", "Parser.&lt;init&gt;", ">+")
        .doesNotContain("<script", "style=", "onload");
    assertThat(svg)
        .contains("height=\"%d\"".formatted(FlameGraph.height(diff.flames(Resource.CPU))));
  }

  @Test
  void listsTheWidestBoxesOfTheGraphAsText() {
    JfrDiff diff = recording(1, 60).cpu(0, 20, "app.Parser.<init>", "app.in.Way.take").read();

    List<CaseWhy.Box> boxes =
        FlameGraph.boxes(diff.flames(Resource.CPU), Resource.CPU, LoadUnit.MESSAGE);

    assertThat(boxes.get(0).text()).matches("all: .* to .* µs per message, \\+.*");
    assertThat(boxes.get(0).depth()).isZero();
    assertThat(boxes).anyMatch(box -> box.depth() > 0 && box.text().startsWith("Parser.<init>: "));
  }

  @Test
  void namesTheLineWithMostOfAMethodsSamplesInTheCandidate() {
    MethodSums sums = new MethodSums(1);
    addAtLine(sums, 12, true, 1);
    addAtLine(sums, 88, true, 3);
    addAtLine(sums, 40, false, 9);
    addAtLine(sums, 0, true, 9);

    assertThat(sums.line(new MethodSums.Owned("app.Parser.parse", true))).isEqualTo(88);
    assertThat(sums.line(new MethodSums.Owned("app.Other.other", true))).isNull();
  }

  private static void addAtLine(MethodSums sums, int line, boolean candidate, double weight) {
    StackFrame frame = StackFrame.of("app.Parser", "parse", line);
    Instant now = Instant.EPOCH;
    sums.add(
        new StackSample(Resource.CPU, List.of(frame), weight, now, now),
        new FrameAttribution(frame, true, 0),
        0,
        candidate,
        weight);
  }
}
