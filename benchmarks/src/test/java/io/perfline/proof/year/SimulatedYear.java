package io.perfline.proof.year;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Generator;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunEnvironment;
import io.perfline.core.run.Second;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.metric.Unit;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Limit;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Measured;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A simulated year of evenly spread builds: four of five on main, the others on one of ten
 * branches. The code for real runs creates its points. In the last 2 % of the year one case is
 * slower by an eighth, and another one is missing.
 */
final class SimulatedYear {

  static final Duration YEAR = Duration.ofDays(365);

  private static final int BRANCHES = 10;
  private static final int SECONDS = 10;
  private static final int SLOWER = 3; // index of the missing case
  private static final int MISSING = 5;
  private static final String COMMIT = "0123456789012345678901234567890123456789";
  private static final RunEnvironment MACHINE =
      new RunEnvironment("local", "ab12cd34", "a processor", 2, 8L << 30, "Linux", "17");

  private final Random random = new Random(1);
  private final List<TimeDistribution> times = SampleSeconds.distributions(random);
  private final List<String> names;
  private final Instant now;
  private final int builds;

  /**
   * @param cases number of cases per build
   */
  SimulatedYear(Instant now, int builds, int cases) {
    this.now = now;
    this.builds = builds;
    this.names = names(cases);
  }

  private static List<String> names(int cases) {
    List<String> sweeps =
        List.of("batch_size", "connections", "partitions", "message_size", "replicas");
    List<String> names = new ArrayList<>();
    for (int i = 0; i < cases; i++) {
      String store = List.of("kafka", "cassandra", "kryonet").get(i % 3);
      String sweep =
          store.equals("kryonet")
              ? List.of("one_port", "many_ports").get(i / 3 % 2)
              : sweeps.get(i / 3 % sweeps.size());
      String line = store + "/" + sweep + "/";
      names.add(line + 128 * (1 + names.stream().filter(name -> name.startsWith(line)).count()));
    }
    return names;
  }

  /** Returns the case that is slower at the end of the year. */
  static String slower() {
    return names(SLOWER + 1).get(SLOWER);
  }

  static String run(int build) {
    return "build-" + build;
  }

  Run build(int build) {
    Instant start = now.minus(YEAR).plus(YEAR.multipliedBy(build + 1).dividedBy(builds + 1));
    String branch = build % 5 == 4 ? "feature-" + build / 5 % BRANCHES : "main";
    List<CaseResult> cases = new ArrayList<>();
    boolean late = build >= builds - builds / 50;
    for (int i = 0; i < names.size(); i++) {
      if (i == MISSING && late) {
        continue;
      }
      double speed = i == SLOWER && late ? 0.88 : 1;
      cases.add(measured(names.get(i), i < 10 ? "recorder" : "direct", start, speed));
    }
    return new Run(
        Run.SCHEMA,
        run(build),
        Integer.toString(build),
        branch,
        COMMIT,
        COMMIT,
        "commit",
        MACHINE,
        start,
        start.plusSeconds(SECONDS),
        List.of(),
        cases,
        null,
        null);
  }

  private CaseResult measured(String name, String target, Instant start, double speed) {
    TimeDistribution distribution = times.get(random.nextInt(times.size()));
    double rate = speed * 10_000 * (1 + 0.05 * random.nextGaussian());
    long messages = (long) (SECONDS * rate);
    return CaseResult.of(name, target)
        .withPeriod(start, start.plusSeconds(SECONDS), 2000)
        .withCounts(distribution.count(), messages, 100 * messages)
        .withTimes(distribution, distribution)
        .withGenerator(new Generator(0.5 + 0.1 * random.nextDouble(), null, rate, 4));
  }

  /**
   * Returns a verdict with two thresholds on each of the first ten cases; every hundredth build
   * exceeds one.
   */
  Verdict verdict(Run run, int build) {
    List<Line> lines = new ArrayList<>();
    for (CaseResult result : run.cases().subList(0, Math.min(10, run.cases().size()))) {
      boolean broken = lines.isEmpty() && build % 100 == 99;
      double p95 = result.responseTime().percentileUs(95) / 1000;
      lines.add(line("p95", result, "response_time.p95", "<= 5 ms", p95, "ms", broken));
      lines.add(
          line(
              "rate",
              result,
              "throughput",
              ">= 5000 msg/s",
              result.throughputPerS(),
              "msg/s",
              false));
    }
    Outcome outcome = Verdict.outcomeOf(List.of(), lines);
    return new Verdict(
        Verdict.SCHEMA,
        run.run(),
        run.build(),
        run.branch(),
        run.commit(),
        run.profile(),
        run.environment().name(),
        run.ended(),
        outcome,
        "simulated",
        null,
        List.of(),
        lines,
        List.of());
  }

  private static Line line(
      String threshold,
      CaseResult result,
      String metric,
      String limit,
      double value,
      String unit,
      boolean broken) {
    Finding finding = broken ? Finding.EXCEEDED : Finding.WITHIN_PASS;
    return new Line(
        threshold,
        result.name(),
        result.target(),
        Limit.parse(metric, limit, null),
        new Measured(value, Unit.of(unit).orElseThrow(), null, result.requests(), null),
        null,
        finding,
        "simulated");
  }

  /** Returns whether short-term data of this instant is still kept, for a day more at least. */
  boolean keeps(Instant instant) {
    return !instant.isBefore(now.minus(Duration.ofDays(InfluxSchema.INTERVALS_DAYS - 1L)));
  }

  /** Returns the seconds of a case of its run, unless they are too old to be kept. */
  List<Second> seconds(CaseResult result) {
    return keeps(result.start())
        ? SampleSeconds.of(result.start(), SECONDS, times, random)
        : List.of();
  }
}
