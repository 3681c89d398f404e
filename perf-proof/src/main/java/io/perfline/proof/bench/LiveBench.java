package io.perfline.proof.bench;

import io.perfline.core.environment.InfluxDb;
import io.perfline.deploy.stack.InfluxDbServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What watching costs the load: {@code ./perf run --live} beside {@code ./perf run}, at a load that
 * takes all there is and at one that doesn't.
 */
final class LiveBench implements Benchmark {

  private static final String AGAINST = "without --live";

  private static final String PROFILE = "nightly";

  /** Of that profile. */
  private static final List<String> CASES = List.of("kafka/batch_size/256", "kryonet/rate/10000");

  @Override
  public void run(BenchContext context, BenchResults results)
      throws InterruptedException, IOException {
    context.say("starting InfluxDB");
    try (InfluxDbServer influxDb =
        InfluxDbServer.start(context.home(), context.folder().resolve("influxdb"))) {
      Map<String, String> variables = variables(context, influxDb);
      for (String one : CASES) {
        context.say(one + ": with and without --live take turns");
        var samples =
            context
                .pairedRun()
                .run(
                    List.of(
                        side(context, variables, one, true), side(context, variables, one, false)));
        String name = "live/" + one;
        results.add(BenchRow.of(name, samples.get(0), samples.get(1), AGAINST, null));
        results.add(BenchRow.times(name + " p99", samples.get(0), samples.get(1), AGAINST));
      }
    }
  }

  private static LiveContender side(
      BenchContext context, Map<String, String> variables, String one, boolean live) {
    Path perf = context.home().resolve("perf");
    return new LiveContender(perf, variables, one, PROFILE, context.folder(), live);
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
}
