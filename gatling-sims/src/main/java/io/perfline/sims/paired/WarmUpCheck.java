package io.perfline.sims.paired;

import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.WarmUps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Decides when the warm-up of a deployment ends: when both builds are warm, but not before the
 * minimum and not after the maximum duration.
 *
 * <p>A build is warm when its JIT compiler, if it has one, used almost no CPU during the latest
 * windows, and when neither its service time nor its CPU time per message fell during them. The
 * compiler shows best when a JVM is warm: in a Spring Boot service it used half of a core for
 * fifteen seconds of load, and less than a fiftieth afterwards, while the service time scattered
 * too much to show the difference.
 */
final class WarmUpCheck {

  /** The largest share of a core that the JIT compiler of a warm JVM uses. */
  static final double IDLE_COMPILER = 0.03;

  /** The number of latest windows that are tested; a window is one pair of slices. */
  static final int WINDOWS = 6;

  /** The largest fall, as a share, from the first to the second half of the tested windows. */
  private static final double MAX_FALL = 0.05;

  private final Duration min;
  private final Duration max;
  private final int windows;
  private final Side candidate;
  private final Side baseline;
  private Duration elapsed = Duration.ZERO;

  /**
   * Begins a warm-up.
   *
   * @param windows the number of latest windows that are tested, such as {@link #WINDOWS}
   * @param ofCandidate the CPU time that the candidate's JIT compiler has used so far, in
   *     microseconds; null if there is none
   * @param ofBaseline the same of the baseline
   */
  WarmUpCheck(Duration min, Duration max, int windows, Double ofCandidate, Double ofBaseline) {
    this.min = min;
    this.max = max;
    this.windows = windows;
    candidate = new Side(ofCandidate);
    baseline = new Side(ofBaseline);
  }

  /**
   * Adds a window of load.
   *
   * @param time the time that has passed during the window
   * @param pairs the pairs of slices that were loaded in it
   * @param ofCandidate the CPU time that the candidate's JIT compiler has used so far
   * @param ofBaseline the same of the baseline
   */
  void add(Duration time, List<SlicePair> pairs, Double ofCandidate, Double ofBaseline) {
    elapsed = elapsed.plus(time);
    candidate.add(time, pairs.stream().map(SlicePair::candidate).toList(), ofCandidate);
    baseline.add(time, pairs.stream().map(SlicePair::baseline).toList(), ofBaseline);
  }

  /** Returns whether the warm-up ends now. */
  boolean isOver() {
    boolean warm = candidate.warmAfter != null && baseline.warmAfter != null;
    return elapsed.compareTo(max) >= 0 || (warm && elapsed.compareTo(min) >= 0);
  }

  Duration elapsed() {
    return elapsed;
  }

  /**
   * Returns the result.
   *
   * @param before the duration of the warm-up before this check began
   */
  WarmUps.OfDeployment result(int deployment, Duration before) {
    double earlier = before.toMillis() / 1e3;
    return new WarmUps.OfDeployment(
        deployment,
        earlier + elapsed.toMillis() / 1e3,
        after(earlier, candidate.warmAfter),
        after(earlier, baseline.warmAfter));
  }

  private static Double after(double earlier, Double seconds) {
    return seconds == null ? null : (Double) (earlier + seconds);
  }

  /** The latest windows of one build. */
  private final class Side {

    private final List<Window> latest = new ArrayList<>();
    private Double compilerBefore;
    private Double warmAfter; // Seconds; null while the build is not warm.

    Side(Double compilerUs) {
      compilerBefore = compilerUs;
    }

    void add(Duration time, List<Slice> slices, Double compilerUs) {
      latest.add(
          new Window(
              time.toNanos() / 1e3,
              compilerUs == null || compilerBefore == null ? 0 : compilerUs - compilerBefore,
              median(slices, slice -> slice.serviceTime().meanUs()),
              median(slices, Side::cpuPerMessage)));
      compilerBefore = compilerUs;
      if (latest.size() > windows) {
        latest.remove(0);
      }
      boolean warm = latest.size() == windows && isCompilerIdle() && isLevel();
      warmAfter =
          !warm ? null : warmAfter != null ? warmAfter : (Double) (elapsed.toMillis() / 1e3);
    }

    private boolean isCompilerIdle() {
      double used = latest.stream().mapToDouble(Window::compilerUs).sum();
      return used <= IDLE_COMPILER * latest.stream().mapToDouble(Window::timeUs).sum();
    }

    private boolean isLevel() {
      return windows < 2 || (!falls(Window::serviceTimeUs) && !falls(Window::cpuUs));
    }

    private boolean falls(ToDoubleFunction<Window> figure) {
      double earlier = median(latest.subList(0, windows / 2), figure);
      double later = median(latest.subList(windows / 2, windows), figure);
      return later < (1 - MAX_FALL) * earlier; // False if a figure is unknown.
    }

    private static double cpuPerMessage(Slice slice) {
      return slice.serverCpuTotalUs() == null
          ? Double.NaN
          : slice.serverCpuTotalUs() / slice.messages();
    }

    private static <T> double median(List<T> all, ToDoubleFunction<T> figure) {
      double[] values =
          all.stream().mapToDouble(figure).filter(Double::isFinite).sorted().toArray();
      return values.length == 0
          ? Double.NaN
          : Arrays.stream(values).skip(values.length / 2).findFirst().getAsDouble();
    }
  }

  /**
   * A window of load on one build.
   *
   * @param compilerUs the CPU time of the JIT compiler; 0 if there is none
   * @param serviceTimeUs the mean service time; NaN if no request was answered
   * @param cpuUs the CPU time per message; NaN if it is unknown
   */
  private record Window(double timeUs, double compilerUs, double serviceTimeUs, double cpuUs) {}
}
