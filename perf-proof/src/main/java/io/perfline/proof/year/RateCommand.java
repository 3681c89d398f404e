package io.perfline.proof.year;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.InfluxDb;
import io.perfline.core.run.Second;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.publish.InfluxDbOption;
import io.perfline.gate.publish.IntervalPoints;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./perf-dev rate}: compares publishing with posting the same lines raw, in turn. */
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
          "How often both take turns, each first in every other, after one to warm up (default:"
              + " ${DEFAULT-VALUE}).")
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
        "%,d points per round: ratio median %.2f, least %.2f, most %.2f%n",
        points,
        (ratios[(rounds - 1) / 2] + ratios[rounds / 2]) / 2,
        ratios[0],
        ratios[rounds - 1]);
    return 0;
  }

  /** How fast seconds reach InfluxDB: through the publishing, and the same lines as they are. */
  private static final class Rate {

    private final InfluxDb influxDb;
    private final List<Second> seconds;
    private final HttpClient http = HttpClient.newHttpClient();

    Rate(InfluxDb influxDb, List<Second> seconds) {
      this.influxDb = influxDb;
      this.seconds = seconds;
    }

    /** Points per second from the seconds as they are read, to the last answer. */
    double published(String run) {
      try (Database database = Database.at(influxDb, Retry.patient())) {
        long start = System.nanoTime();
        database.writeIntervals(IntervalPoints.stream(run, "kafka/rate/1", "direct", seconds));
        return perSecond(start);
      }
    }

    /** Points per second of lines that are ready, posted one batch after another, uncompressed. */
    double raw(String run) throws IOException, InterruptedException {
      List<String> lines = IntervalPoints.stream(run, "kafka/rate/1", "direct", seconds).toList();
      long start = System.nanoTime();
      for (int from = 0; from < lines.size(); from += Database.BATCH) {
        post(String.join("\n", lines.subList(from, Math.min(from + Database.BATCH, lines.size()))));
      }
      return perSecond(start);
    }

    private void post(String body) throws IOException, InterruptedException {
      HttpRequest request =
          HttpRequest.newBuilder(
                  URI.create(
                      "%s/write?db=%s&rp=%s&u=%s&p=%s"
                          .formatted(
                              influxDb.url(),
                              encoded(influxDb.database()),
                              InfluxSchema.INTERVALS,
                              encoded(influxDb.user()),
                              encoded(influxDb.password()))))
              .POST(HttpRequest.BodyPublishers.ofString(body))
              .build();
      HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 204) {
        throw new IOException("InfluxDB answered " + answer.statusCode() + ": " + answer.body());
      }
    }

    private static String encoded(String text) {
      return text == null ? "" : URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private double perSecond(long start) {
      return seconds.size() * 1e9 / (System.nanoTime() - start);
    }
  }
}
