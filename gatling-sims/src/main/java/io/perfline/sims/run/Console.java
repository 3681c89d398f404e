package io.perfline.sims.run;

import io.perfline.core.command.Terminal;
import io.perfline.core.project.TopicLoad;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Drain;
import io.perfline.core.run.LoadUnit;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.paired.PairedKeys;
import io.perfline.sims.paired.PairedProgress;
import io.perfline.sims.workload.CasePlan;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jline.utils.Signals;

/** Shows the progress of a run. */
public interface Console extends AutoCloseable, PairedProgress {

  /** Returns a progress bar on a terminal, and a console of lines elsewhere. */
  static Console of(PrintWriter out, List<CasePlan> plans, String profile) {
    return Terminal.ERROR.isWatched()
        ? new BarConsole(out, plans, profile)
        : new PlainConsole(out, plans, profile, System::nanoTime);
  }

  Progress begins(CasePlan plan);

  /** Shows that a deployment of the compared cases begins. */
  @Override
  void begins(Deployment deployment);

  /** Shows a line about what the run waits for. */
  void note(String line);

  /** Shows a case that was measured or could not be. */
  void ended(CaseResult result);

  @Override
  void close();

  /** Describes the load of the last second, such as {@code 1,200 req/s, errors: 2}. */
  private static String load(CasePlan plan, double rate, long errors) {
    LoadUnit unit =
        plan.driver().equals(TopicLoad.DRIVER)
            ? LoadUnit.MESSAGE
            : LoadUnit.of(plan.settings().asText());
    String load =
        Double.isFinite(rate)
            ? String.format(Locale.ROOT, "%,.0f %s", rate, unit.rate())
            : "under load";
    return load + (errors == 0 ? "" : ", errors: " + errors);
  }

  /** Shows a progress bar over all cases, with the measured ones above it, for a terminal. */
  static final class BarConsole implements Console {

    private static final String CLEAR_LINE = "\r\u001b[2K";

    /** Java's exit code after a signal: 128 plus the signal's number. */
    private static final int INTERRUPTED = 130;

    private final PrintWriter out;
    private final TimeLeft time;
    private final ProgressBar bar;
    private String deployment = "";

    BarConsole(PrintWriter out, List<CasePlan> plans, String profile) {
      this.out = out;
      time = new TimeLeft(plans, profile, System::nanoTime);
      bar =
          new ProgressBarBuilder()
              .setTaskName("run")
              .setInitialMax(Math.max(1, time.left().toSeconds()))
              .setUnit(" s", 1)
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(500)
              .build();
      // The bar's terminal handles the signal itself and would kill Java at once, without the hooks
      // that end the load and stop the servers.
      Signals.register("INT", () -> System.exit(INTERRUPTED));
    }

    @Override
    public Progress begins(CasePlan plan) {
      time.begins(plan);
      bar.setExtraMessage(" " + plan.name());
      return (elapsed, rate, errors) -> tick(plan, rate, errors);
    }

    @Override
    public void begins(Deployment next) {
      time.begins(next);
      deployment = " (deployment %d of at most %d)".formatted(next.number(), next.max());
      note(deploymentLine(next));
    }

    private void tick(CasePlan plan, double rate, long errors) {
      move();
      bar.setExtraMessage(" %s %s%s".formatted(plan.name(), load(plan, rate, errors), deployment));
    }

    private void move() {
      long elapsed = time.elapsed().toSeconds();
      bar.maxHint(Math.max(1, elapsed + time.left().toSeconds()));
      bar.stepTo(elapsed);
    }

    @Override
    public void note(String line) {
      out.println(CLEAR_LINE + line);
      out.flush();
    }

    @Override
    public void ended(CaseResult result) {
      move();
      note(caseLine(result));
    }

    @Override
    public void close() {
      bar.close();
    }
  }

  /**
   * Prints lines for a log: a forecast, one when a longer case or a deployment begins, one per
   * minute of it, and one when it has ended. Cases that were not measured because both builds are
   * equal share one line.
   */
  final class PlainConsole implements Console {

    private static final Duration EVERY = Duration.ofMinutes(1);

    /** The duration above which a case is announced. */
    private static final Duration SHORT = Duration.ofSeconds(30);

    private final PrintWriter out;
    private final LongSupplier nanos;
    private final TimeLeft time;
    private final List<String> unchanged = new ArrayList<>();
    private long printed;

    /**
     * @param nanos the time, as in {@link System#nanoTime}
     */
    PlainConsole(PrintWriter out, List<CasePlan> plans, String profile, LongSupplier nanos) {
      this.out = out;
      this.nanos = nanos;
      time = new TimeLeft(plans, profile, nanos);
      printed = nanos.getAsLong();
      Forecast forecast = Forecast.of(plans, profile);
      out.printf("%s to measure: %s%n", forecast.what(), forecast.time());
    }

    @Override
    public synchronized Progress begins(CasePlan plan) {
      Duration max = time.begins(plan);
      if (!PairedKeys.isPaired(plan) && max.compareTo(SHORT) > 0) {
        print("measuring %s, %s: at most %s".formatted(plan.name(), plan.target(), text(max)));
      }
      return (elapsed, rate, errors) -> tick(plan, rate, errors);
    }

    @Override
    public synchronized void begins(Deployment next) {
      time.begins(next);
      print(deploymentLine(next));
    }

    private void print(String line) {
      printed = nanos.getAsLong();
      note(line);
    }

    private synchronized void tick(CasePlan plan, double rate, long errors) {
      if (nanos.getAsLong() - printed < EVERY.toNanos()) {
        return;
      }
      Duration left = time.left();
      print(
          "  %s: %s; %s"
              .formatted(
                  plan.name(),
                  load(plan, rate, errors),
                  left.isZero() ? "longer than forecast" : "at most " + text(left) + " left"));
    }

    /** Formats a duration as {@code 45 s} or {@code 7 min}. */
    static String text(Duration duration) {
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
      note(caseLine(result));
    }

    @Override
    public void close() {
      if (!unchanged.isEmpty()) {
        out.println("unchanged, not measured: " + String.join(", ", unchanged));
      }
      out.flush();
    }
  }

  /** Describes a deployment of compared cases. */
  static String deploymentLine(Deployment next) {
    return "deployment %d%s, %s %s; at most %s left"
        .formatted(
            next.number(),
            next.max() == next.number() ? "" : " of at most " + next.max(),
            next.purpose().words(),
            String.join(", ", next.cases()),
            PlainConsole.text(next.left()));
  }

  static String caseLine(CaseResult result) {
    Formatter line = new Formatter(Locale.ROOT);
    line.format("%-34s %-8s ", result.name(), result.target());
    if (result.unchanged() != null) {
      return line.format("unchanged, not measured").toString();
    }
    if (!result.benchmark()) {
      line.format("%,12.0f %s", result.throughputPerS(), LoadUnit.of(result).rate());
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
      addDrain(result.drain(), line);
    }
    if (Boolean.FALSE.equals(result.steady())) {
      line.format(
          "%n    throughput was still rising after a warm-up of %.1f s: lengthen warm_up or"
              + " duration",
          result.warmUpMs() / 1e3);
    }
    result.reasonsInvalid().forEach(problem -> line.format("%n    invalid: %s", problem));
    return line.toString();
  }

  private static void addDrain(Drain drain, Formatter line) {
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
