package io.perfline.proof.year;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.InfluxDb;
import io.perfline.core.run.Second;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.publish.InfluxDbOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./perf-dev rate}: publishing beside the same lines posted raw, in turn. */
@CommandLine.Command(
    name = "rate",
    mixinStandardHelpOptions = true,
    description = {
      "Publishes seconds, and posts the same lines raw, in turn; prints the ratio of the rates.",
      "Into a database of its own, perfline_rate, which is dropped at the end."
    })
public final class RateCommand implements Callable<Integer> {

  static final String DATABASE = "perfline_rate";

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Option(
      names = "--points",
      defaultValue = "1000000",
      description = "How many points each side writes in a round (default: ${DEFAULT-VALUE}).")
  private int points;

  @CommandLine.Option(
      names = "--rounds",
      defaultValue = "4",
      description =
          "How often both take turns, each first in every other, behind one to warm up (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @CommandLine.Mixin private InfluxDbOption influxDb;

  @Override
  public Integer call() throws IOException, InterruptedException {
    InfluxDb there = influxDb.address();
    InfluxDb own = new InfluxDb(there.url(), DATABASE, there.user(), there.password());
    if (points < 1 || rounds < 1) {
      throw Fault.configuration("--points and --rounds are at least 1");
    }
    List<Second> seconds = SampleSeconds.of(Instant.now().minusSeconds(points), points);
    Rate rate = new Rate(own, seconds);
    double[] ratios = new double[rounds];
    PrintWriter out = spec.commandLine().getOut();
    try (Database database = Database.at(own, Retry.patient())) {
      database.createIfMissing();
      rate.published("warm-up");
      rate.raw("warm-up");
      for (int i = 0; i < rounds; i++) {
        boolean oursFirst = i % 2 == 0;
        double ours = oursFirst ? rate.published("ours-" + i) : 0;
        double raw = rate.raw("raw-" + i);
        ours = oursFirst ? ours : rate.published("ours-" + i);
        ratios[i] = ours / raw;
        out.printf(
            Locale.ROOT,
            "round %d: published %,.0f points/s, raw %,.0f points/s, ratio %.2f%n",
            i + 1,
            ours,
            raw,
            ratios[i]);
        out.flush();
      }
      database.rows("DROP DATABASE " + InfluxQl.name(DATABASE));
    }
    Arrays.sort(ratios);
    out.printf(
        Locale.ROOT,
        "%,d points a round: ratio median %.2f, least %.2f, most %.2f%n",
        points,
        (ratios[(rounds - 1) / 2] + ratios[rounds / 2]) / 2,
        ratios[0],
        ratios[rounds - 1]);
    return 0;
  }
}
