package io.perfline.sims.paired;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Counts;
import io.perfline.core.run.JfrSlice;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.sims.engine.GeneratorHealth;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.server.CostReading;
import io.perfline.sims.server.JfrCapture;
import io.perfline.sims.server.PairMeter;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * Loads the builds with runs of a program that alternate between them. A run is one side of a pair,
 * because its requests share one process and are not independent of each other. The order of a pair
 * is random, and the next pair has the opposite order (ABBA or BAAB), so that a steady drift of the
 * machine cancels out.
 */
public final class ProgramPairs implements PairedLoader {

  @FunctionalInterface
  public interface Program {

    /**
     * Runs the program against one of the builds.
     *
     * @param elapsed receives the elapsed time now and then
     * @throws io.perfline.core.command.Fault exit code 3 if the program fails or measures nothing
     */
    CaseResult run(
        PairedDeployment.Endpoints endpoints, boolean candidate, Consumer<Duration> elapsed)
        throws InterruptedException;
  }

  private static final double NANOS = 1e9;
  private static final double MICROS = 1e6;

  /** The maximum number of pairs in a recorded deployment; runs are long enough for samples. */
  private static final int MAX_RECORDED_PAIRS = 6;

  /**
   * The smallest allocation per operation, in bytes, that is the benchmark's own. Less is JMH's,
   * and differs from run to run.
   */
  public static final double SMALLEST_OBJECT = 16;

  private final Program program;
  private final Duration length;
  private final boolean warmsUp;
  private final long[] sent = new long[2];
  private PairedDeployment.Endpoints warm;

  /**
   * @param length the planned length of a run
   * @param warmsUp whether the builds are servers, which a run that is not counted warms up
   */
  public ProgramPairs(Program program, Duration length, boolean warmsUp) {
    this.program = program;
    this.length = length;
    this.warmsUp = warmsUp;
  }

  @Override
  public Duration warmUp() {
    return warmsUp ? length.multipliedBy(2) : Duration.ZERO;
  }

  @Override
  public int warmUpWindows() {
    return 0; // One run, which is not counted, warms up both builds.
  }

  @Override
  public long sentTo(int side) {
    return sent[side];
  }

  @Override
  public Double rate(PairTally tally) {
    return tally.intendedPerSecond();
  }

  @Override
  public void open(
      PairedDeployment.Endpoints endpoints,
      PairMeter meter,
      SplittableRandom random,
      Progress progress,
      LoadUser user)
      throws InterruptedException {
    user.use(new Runs(endpoints, meter, random, progress));
  }

  private final class Runs implements PairSource {

    private final PairedDeployment.Endpoints endpoints;
    private final PairMeter meter;
    private final SplittableRandom random;
    private final Progress progress;
    private Duration loaded = Duration.ZERO;

    Runs(
        PairedDeployment.Endpoints endpoints,
        PairMeter meter,
        SplittableRandom random,
        Progress progress) {
      this.endpoints = endpoints;
      this.meter = meter;
      this.random = random;
      this.progress = progress;
    }

    /** Runs the program once against each build of a deployment, at the first call. */
    @Override
    public void warmUp(Duration time, PairTally into) throws InterruptedException {
      if (warmsUp && !endpoints.equals(warm)) {
        measure(true, 0, into);
        warm = endpoints;
      }
    }

    @Override
    public void measure(int count, int deployment, PairTally into) throws InterruptedException {
      boolean candidateFirst = random.nextBoolean();
      for (int i = 0; i < count; i++) {
        candidateFirst = i % 2 == 0 ? random.nextBoolean() : !candidateFirst;
        measure(candidateFirst, deployment, into);
      }
    }

    private void measure(boolean candidateFirst, int deployment, PairTally into)
        throws InterruptedException {
      CostReading candidateBefore = meter.read(true);
      CostReading baselineBefore = meter.read(false);
      MeasuredRun first = run(candidateFirst);
      MeasuredRun second = run(!candidateFirst);
      MeasuredRun candidate = candidateFirst ? first : second;
      MeasuredRun baseline = candidateFirst ? second : first;
      if (!meter.shared()) { // Each build is charged with everything that its own process used.
        candidate = candidate.with(meter.read(true).since(candidateBefore));
        baseline = baseline.with(meter.read(false).since(baselineBefore));
      }
      into.add(
          new SlicePair(deployment, candidateFirst, candidate.slice(), baseline.slice()),
          candidate.result(),
          baseline.result());
      into.add(candidate.health(), candidate.seconds());
      into.add(baseline.health(), baseline.seconds());
    }

    @Override
    public void record(int max, int deployment, JfrCapture into) throws InterruptedException {
      int count = Math.min(max, MAX_RECORDED_PAIRS);
      int every = JfrCapture.detailedEvery(count);
      for (int i = 0; i < count; i++) {
        boolean candidateFirst = random.nextBoolean();
        boolean detailed = i % every == 0;
        if (i % every <= 1) {
          into.details(detailed);
        }
        into.add(recorded(candidateFirst, deployment, detailed, into));
        into.add(recorded(!candidateFirst, deployment, detailed, into));
      }
    }

    private JfrSlice recorded(
        boolean candidate, int deployment, boolean detailed, JfrCapture capture)
        throws InterruptedException {
      Instant start = capture.now();
      MeasuredRun run = run(candidate);
      return new JfrSlice(
          deployment,
          candidate,
          start,
          capture.now(),
          run.result().messages(),
          run.slice().serviceTime().meanUs(),
          run.cost().cpuUs(),
          run.cost().allocatedBytes(),
          detailed);
    }

    private MeasuredRun run(boolean candidate) throws InterruptedException {
      CostReading before = meter.read(candidate);
      CaseResult result =
          program.run(
              endpoints, candidate, elapsed -> progress.tick(loaded.plus(elapsed), Double.NaN, 0));
      CostReading cost = meter.read(candidate).since(before);
      sent[candidate ? Pairs.CANDIDATE : Pairs.BASELINE] += result.counts().all();
      loaded = loaded.plus(length);
      progress.tick(loaded, Double.NaN, result.errorCount());
      return new MeasuredRun(result, cost);
    }
  }

  /** A run with the cost of the server. */
  private record MeasuredRun(CaseResult result, CostReading cost) {

    MeasuredRun with(CostReading other) {
      return new MeasuredRun(result, other);
    }

    double seconds() {
      return result.loadedSeconds();
    }

    GeneratorHealth health() {
      return new GeneratorHealth(result.generator().cpu(), 0, 0, Double.NaN);
    }

    Slice slice() {
      return result.benchmark()
          ? benchmark()
          : new Slice(
              seconds(), result.counts(), cost.cpuUs(), cost.allocatedBytes(), cost.cpuTotalUs());
    }

    /** Returns the slice of a benchmark: one operation that takes as long as its score. */
    private Slice benchmark() {
      Double time = result.figures().get("score.time");
      double seconds = time == null ? 1 / result.figures().get("score.rate") : time / NANOS;
      Histogram histogram = new Histogram(3);
      histogram.recordValue(Math.round(seconds * MICROS));
      TimeDistribution times = TimeDistribution.of(histogram);
      Double bytes = result.figures().get("score.bytes");
      bytes = bytes == null ? null : (Double) Math.max(SMALLEST_OBJECT, bytes);
      return new Slice(seconds, new Counts(1, 1, 0, 0, times, times), null, bytes, null);
    }
  }
}
