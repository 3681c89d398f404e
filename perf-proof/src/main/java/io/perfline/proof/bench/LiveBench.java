package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.InfluxDb;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunFile;
import io.perfline.deploy.stack.InfluxDbServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Measures the cost of publishing live: {@code ./perf run --live} compared with {@code ./perf run},
 * at a load that uses all CPU and at one that does not.
 */
final class LiveBench implements Benchmark {

  private static final String AGAINST = "without --live";

  private static final String PROFILE = "nightly";

  /** Two cases of that profile. */
  private static final List<String> CASES = List.of("kafka/batch_size/256", "kryonet/rate/10000");

  @Override
  public void run(BenchContext context, BenchResults results)
      throws InterruptedException, IOException {
    context.say("starting InfluxDB");
    try (InfluxDbServer influxDb =
        InfluxDbServer.start(context.home(), context.folder().resolve("influxdb"))) {
      Map<String, String> variables = variables(context, influxDb);
      for (String one : CASES) {
        context.say(one + ": with and without --live in turn");
        var samples =
            context.turns(
                List.of(
                    new LiveContender(context, variables, one, PROFILE, true),
                    new LiveContender(context, variables, one, PROFILE, false)));
        String name = "live/" + one;
        results.add(BenchRow.of(name, samples.get(0), samples.get(1), AGAINST, null));
        results.add(
            BenchRow.of(
                name + " p99",
                "ms",
                Sample::p99Millis,
                samples.get(0),
                samples.get(1),
                AGAINST,
                null));
      }
    }
  }

  private static Map<String, String> variables(BenchContext context, InfluxDbServer influxDb) {
    URI kafka = URI.create("kafka://" + context.kafka().bootstrap());
    InfluxDb administrator = influxDb.environment("perfline");
    Map<String, String> variables = new HashMap<>();
    variables.put("PERF_KAFKA_PORT", Integer.toString(kafka.getPort()));
    variables.put("PERF_INFLUXDB_PORT", Integer.toString(influxDb.url().getPort()));
    variables.put("PERF_INFLUXDB_USER", administrator.user());
    variables.put("PERF_INFLUXDB_PASSWORD", administrator.password());
    return variables;
  }

  /**
   * Runs a case as a user does, published live or not. A turn takes as long as the case's profile
   * requires.
   *
   * @param variables the variables of the local stack's environment file
   * @param name the name of the case, which is measured directly
   * @param profile sets the duration
   * @param live whether its seconds are published during the run
   */
  record LiveContender(
      BenchContext context,
      Map<String, String> variables,
      String name,
      String profile,
      boolean live)
      implements Contender {

    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    @Override
    public Sample run(Duration length) throws InterruptedException, IOException {
      Path run = context.folder().resolve(UUID.randomUUID().toString());
      String perf = context.home().resolve("perf").toString();
      List<String> command = new ArrayList<>(List.of(perf, "run", name, "--profile", profile));
      command.addAll(List.of("--out", run.toString()));
      if (live) {
        command.add("--live");
      }
      String output = context.output(command, variables, TIMEOUT);
      if (live && !output.matches("(?s).*live: published [1-9]\\d* seconds.*")) {
        throw Fault.noVerdict(name + " was not watched live: " + output.strip());
      }
      return sample(
          RunFile.read(run).cases().stream()
              .filter(result -> result.name().equals(name))
              .filter(result -> result.target().equals("direct"))
              .findFirst()
              .orElseThrow(() -> Fault.noVerdict(run + " does not contain " + name)));
    }

    private static Sample sample(CaseResult result) {
      return new Sample(
          result.messages(),
          result.messages() / result.throughputPerS(),
          result.responseTime().percentileUs(50) / 1e3,
          result.responseTime().percentileUs(99) / 1e3,
          Double.NaN);
    }
  }
}
