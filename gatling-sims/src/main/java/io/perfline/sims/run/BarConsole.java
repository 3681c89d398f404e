package io.perfline.sims.run;

import io.perfline.core.run.CaseResult;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.workload.CasePlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jline.utils.Signals;

/** A progress bar over all cases with the measured ones above it: for people. */
final class BarConsole implements Console {

  private static final String CLEAR_LINE = "\r\u001b[2K";

  /** Where standard error goes, where the system tells; the bar is drawn there. */
  private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

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

  /** Whether a person would see it. */
  static boolean isWatched() {
    try {
      String target = Files.readSymbolicLink(STANDARD_ERROR).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException notLinux) {
      return System.console() != null;
    }
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
    bar.setExtraMessage(String.format(Locale.ROOT, " %s %,.0f msg/s%s", plan.name(), rate, failed));
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
