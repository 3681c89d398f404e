package io.perfline.sims.run;

import io.perfline.core.command.Terminal;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Drain;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.workload.CasePlan;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jline.utils.Signals;

/** Shows a run to whoever waits for it. */
interface Console extends AutoCloseable {

  /** A bar where a person watches, else lines. */
  static Console of(PrintWriter out, List<CasePlan> plans, String profile) {
    return Terminal.ERROR.isWatched()
        ? new BarConsole(out, plans, profile)
        : new PlainConsole(out, plans, profile);
  }

  /** Begins a case, and returns what shows its progress. */
  Progress begins(CasePlan plan);

  /** Shows a line about what is waited for. */
  void note(String line);

  /** A case has been measured, or couldn't be. */
  void ended(CaseResult result);

  @Override
  void close();

  /** A progress bar over all cases with the measured ones above it: for people. */
  static final class BarConsole implements Console {

    private static final String CLEAR_LINE = "\r\u001b[2K";

    /** What Java itself ends with then: 128 and the signal's number. */
    private static final int INTERRUPTED = 130;

    private final PrintWriter out;
    private final String profile;
    private final ProgressBar bar;
    private long done;
    private long current;

    BarConsole(PrintWriter out, List<CasePlan> plans, String profile) {
      this.out = out;
      this.profile = profile;
      long seconds = plans.stream().mapToLong(plan -> seconds(plan, profile)).sum();
      bar =
          new ProgressBarBuilder()
              .setTaskName("run")
              .setInitialMax(Math.max(1, seconds))
              .setUnit(" s", 1)
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(500)
              .build();
      // The bar's terminal takes the signal for itself and has it kill Java at once: no hook would
      // end the load and take the servers down.
      Signals.register("INT", () -> System.exit(INTERRUPTED));
    }

    private static long seconds(CasePlan plan, String profile) {
      return plan.paces()
          .get(profile)
          .warmUp()
          .plus(plan.paces().get(profile).duration())
          .toSeconds();
    }

    @Override
    public Progress begins(CasePlan plan) {
      current = seconds(plan, profile);
      bar.setExtraMessage(" " + plan.name());
      return (elapsed, rate, errors) -> tick(plan, elapsed, rate, errors);
    }

    private void tick(CasePlan plan, Duration elapsed, double rate, long errors) {
      bar.stepTo(done + Math.min(current, elapsed.toSeconds()));
      String failed = errors == 0 ? "" : ", errors: " + errors;
      bar.setExtraMessage(
          String.format(Locale.ROOT, " %s %,.0f msg/s%s", plan.name(), rate, failed));
    }

    @Override
    public void note(String line) {
      out.println(CLEAR_LINE + line);
      out.flush();
    }

    @Override
    public void ended(CaseResult result) {
      done += current;
      bar.stepTo(done);
      out.println(CLEAR_LINE + CaseLine.of(result));
      out.flush();
    }

    @Override
    public void close() {
      bar.close();
    }
  }

  /**
   * A forecast, a line when a longer case begins, one for each minute of it, and one when it has
   * ended: for logs. Cases that were not measured, because both builds are equal, share one line.
   */
  final class PlainConsole implements Console {

    private static final Duration EVERY = Duration.ofMinutes(1);

    /** A case that lasts longer is announced. */
    private static final Duration SHORT = Duration.ofSeconds(30);

    private final PrintWriter out;
    private final String profile;
    private final Duration most;
    private final long start = System.nanoTime();
    private final List<String> unchanged = new ArrayList<>();
    private long printed = start;

    PlainConsole(PrintWriter out, List<CasePlan> plans, String profile) {
      this.out = out;
      this.profile = profile;
      most = plans.stream().map(this::most).reduce(Duration.ZERO, Duration::plus);
      out.printf(
          "%d case%s to measure: at most %s of load%n",
          plans.size(), plans.size() == 1 ? "" : "s", told(most));
    }

    @Override
    public Progress begins(CasePlan plan) {
      if (most(plan).compareTo(SHORT) > 0) {
        out.printf("measuring %s, %s: at most %s%n", plan.name(), plan.target(), told(most(plan)));
        out.flush();
      }
      printed = System.nanoTime();
      return (elapsed, rate, errors) -> tick(plan, rate, errors);
    }

    private synchronized void tick(CasePlan plan, double rate, long errors) {
      long now = System.nanoTime();
      if (now - printed < EVERY.toNanos()) {
        return;
      }
      printed = now;
      Duration left = most.minusNanos(now - start);
      out.printf(
          Locale.ROOT,
          "  %s: %s%s; at most %s of load left%n",
          plan.name(),
          Double.isFinite(rate) ? String.format(Locale.ROOT, "%,.0f msg/s", rate) : "under load",
          errors == 0 ? "" : ", errors: " + errors,
          told(left.isNegative() ? Duration.ZERO : left));
      out.flush();
    }

    private Duration most(CasePlan plan) {
      return plan.paces().get(profile).warmUpMost().plus(plan.paces().get(profile).atMost());
    }

    /** {@code 45 s}, {@code 7 min}. */
    private static String told(Duration duration) {
      return duration.toSeconds() < 120
          ? duration.toSeconds() + " s"
          : Math.round(duration.toSeconds() / 60.0) + " min";
    }

    @Override
    public void note(String line) {
      out.println(line);
      out.flush();
    }

    @Override
    public void ended(CaseResult result) {
      if (result.unchanged() != null) {
        unchanged.add(result.name());
        return;
      }
      out.println(CaseLine.of(result));
      out.flush();
    }

    @Override
    public void close() {
      if (!unchanged.isEmpty()) {
        out.println("unchanged, not measured: " + String.join(", ", unchanged));
      }
      out.flush();
    }
  }

  /** A measured case in a line. */
  static final class CaseLine {

    private CaseLine() {}

    static String of(CaseResult result) {
      Formatter line = new Formatter(Locale.ROOT);
      line.format("%-34s %-8s ", result.name(), result.target());
      if (result.unchanged() != null) {
        return line.format("unchanged, not measured").toString();
      }
      if (!result.benchmark()) {
        line.format("%,12.0f msg/s", result.throughputPerS());
      }
      if (result.requests() > 0 && !result.benchmark()) {
        line.format(
            "  p50 %,.2f ms  p95 %,.2f ms  max %,.1f ms",
            result.responseTime().percentileUs(50) / 1e3,
            result.responseTime().percentileUs(95) / 1e3,
            result.responseTime().maxUs() / 1e3);
      }
      if (result.errorCount() > 0) {
        line.format("  errors %s", result.errors());
      }
      new TreeMap<>(result.figures())
          .forEach((word, value) -> line.format("  %s %,.0f", word, value));
      if (result.drain() != null) {
        add(result.drain(), line);
      }
      if (Boolean.FALSE.equals(result.steady())) {
        line.format(
            "%n    throughput was still rising after a warm-up of %.1f s: lengthen warm_up or"
                + " duration",
            result.warmUpMs() / 1e3);
      }
      result.problems().forEach(problem -> line.format("%n    invalid: %s", problem));
      return line.toString();
    }

    private static void add(Drain drain, Formatter line) {
      line.format(
          "%n    ended by %s after %,.0f ms: %d under way, %d answered late, %d refused,"
              + " %d lost, %d stored without an answer, %d acknowledged and not stored",
          drain.by(),
          drain.timeMs(),
          drain.underWay(),
          drain.late(),
          drain.refused(),
          drain.lost(),
          drain.untold(),
          drain.unstored());
    }
  }
}
