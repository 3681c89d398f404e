package io.perfline.sims.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;

/**
 * The state of this machine before a load, observed for some seconds.
 *
 * @param others the share of the machine's CPU that other processes used, steal included
 * @param steal the share of the machine's CPU that its hypervisor withheld
 * @param frequency the CPU's current frequency as a share of its maximum; null if unknown
 * @param scatter the share by which the 90th percentile of a repeated computation's duration
 *     exceeds the median
 */
public record MachineState(
    double others, double steal, Double frequency, double scatter, int cores) {

  private static final double MAX_OTHERS = 0.5;
  private static final double MAX_STEAL = 0.05;
  private static final double MAX_SCATTER = 0.25;
  private static final int REPETITIONS = 200;
  private static final long PAUSE_MILLIS = 10;
  private static final int ROUNDS = 1_000_000;

  /** The latest result; because it is volatile, the compiler cannot remove the computation. */
  static volatile long last;

  /**
   * Observes the machine for two to three seconds.
   *
   * @param servers the running servers of the run
   * @param used other servers on this machine that the service will use, with names for users
   */
  public static MachineState observe(
      Collection<ProcessHandle> servers, Map<ProcessHandle, String> used)
      throws InterruptedException {
    CentralProcessor processor = new SystemInfo().getHardware().getProcessor();
    ForeignCpu foreign = new ForeignCpu(() -> servers, () -> used);
    long[] ticks = processor.getSystemCpuLoadTicks();
    double before = foreign.seconds();
    long start = System.nanoTime();
    double scatter = scatter(System::nanoTime);
    double seconds = (System.nanoTime() - start) / 1e9;
    int cores = foreign.cores();
    long[] after = processor.getSystemCpuLoadTicks();
    int steal = TickType.STEAL.getIndex();
    return new MachineState(
        share((foreign.seconds() - before) / seconds / cores),
        share((after[steal] - ticks[steal]) / 1e3 / seconds / cores),
        frequency(processor),
        scatter,
        cores);
  }

  private static double share(double value) {
    return Math.min(1, Math.max(0, value));
  }

  private static Double frequency(CentralProcessor processor) {
    long maxFrequency = processor.getMaxFreq();
    long[] now = processor.getCurrentFreq();
    long fastest = 0;
    for (long each : now) {
      fastest = Math.max(fastest, each);
    }
    return maxFrequency <= 0 || fastest <= 0
        ? null
        : (Double) Math.min(1, (double) fastest / maxFrequency);
  }

  /** Repeats a short computation, and returns the scatter of its durations. */
  static double scatter(LongSupplier nanoTime) throws InterruptedException {
    long[] nanos = new long[REPETITIONS];
    for (int i = 0; i < nanos.length; i++) {
      long start = nanoTime.getAsLong();
      compute();
      nanos[i] = nanoTime.getAsLong() - start;
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    return scatter(nanos);
  }

  /**
   * Returns the share by which the 90th percentile exceeds the median; the first half is warm-up.
   */
  static double scatter(long[] nanos) {
    long[] sorted = Arrays.copyOfRange(nanos, nanos.length / 2, nanos.length);
    Arrays.sort(sorted);
    long median = sorted[sorted.length / 2];
    return median == 0 ? 0 : (double) sorted[sorted.length * 9 / 10] / median - 1;
  }

  private static void compute() {
    long state = last;
    for (int i = 0; i < ROUNDS; i++) {
      state = state * 0x5851F42D4C957F2DL + 0x14057B7EF767814FL;
    }
    last = state;
  }

  public String description() {
    return String.format(
        Locale.ROOT,
        "machine: other processes use %.0f %% of %d cores, steal %.0f %%%s, the same computation"
            + " scatters by %.0f %%",
        100 * others,
        cores,
        100 * steal,
        frequency == null
            ? ""
            : String.format(Locale.ROOT, ", %.0f %% of the full frequency", 100 * frequency),
        100 * scatter);
  }

  /**
   * Returns the reasons why measurements on this machine may remain undecided; empty if there are
   * none.
   *
   * @param maxOthers the largest acceptable share of the CPU for other processes; infinity for no
   *     limit
   */
  public List<String> warnings(double maxOthers) {
    List<String> warnings = new ArrayList<>();
    if (others > Math.min(maxOthers, MAX_OTHERS)) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "other processes use %.0f %% of the machine: expect wider intervals, and absolute"
                  + " limits that can't be judged beyond foreign_cpu; end them first",
              100 * others));
    }
    if (steal > MAX_STEAL) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "the hypervisor withholds %.0f %% of the machine: expect wider intervals",
              100 * steal));
    }
    if (scatter > MAX_SCATTER) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "the same computation takes up to %.0f %% longer from one moment to the next: expect"
                  + " wider intervals",
              100 * scatter));
    }
    return warnings;
  }
}
