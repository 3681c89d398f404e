package io.perfline.proof.bench;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.HostPort;
import io.perfline.deploy.stack.EtcdServer;
import io.perfline.deploy.stack.SystemTool;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Payloads;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.etcd.EtcdClients;
import io.perfline.sims.driver.etcd.EtcdDriver;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares our etcd driver with a bare loop on the same client, by puts into one etcd. */
final class EtcdBench implements Benchmark {

  private static final double AIM = 0.98;
  private static final String NAME = "etcd";

  @Override
  public void run(BenchContext context, BenchResults results)
      throws InterruptedException, IOException {
    context.say("starting etcd");
    try (EtcdServer server = EtcdServer.start(context.home(), context.folder().resolve(NAME))) {
      Environment environment =
          context.environment("etcd: {endpoints: ['%s']}".formatted(server.address()));
      EtcdDriver driver = new EtcdDriver();
      DriverSettings settings = DriverSettings.of(driver, Map.of("in_flight", 64L));
      try (Session session = driver.open(environment, Target.DIRECT, "bench", settings.all());
          BareEtcd bare = new BareEtcd(environment.etcd().endpoints(), settings.all())) {
        List<Contender> peers = new ArrayList<>(List.of(bare));
        Optional<String> program = EtcdBenchmark.program(System.getenv());
        if (program.isPresent()) {
          peers.add(new EtcdBenchmark(program.get(), server.address(), settings.all(), context));
        } else {
          context.say(
              "etcd: its own benchmark is left out, because neither the PATH nor %s has it"
                  .formatted(EtcdBenchmark.VARIABLE));
        }
        var samples = context.compare(NAME, settings, session, server.pid(), false, peers);
        results.add(BenchRow.of(NAME, samples.get(0), samples.get(1), "bare loop", AIM));
        if (peers.size() > 1) {
          results.add(
              BenchRow.of(
                  "etcd/own benchmark", samples.get(0), samples.get(2), EtcdBenchmark.NAME, null));
        }
      }
    }
  }

  /** Puts the same values as our driver, in the shortest possible loop. */
  private static final class BareEtcd implements Contender {

    private final Client client;
    private final KV kv;
    private final InFlightWindow window;
    private final ByteSequence[] values;
    private long next;

    BareEtcd(List<HostPort> members, CaseSettings settings) {
      client = EtcdClients.open(members, 0);
      kv = client.getKVClient();
      window = new InFlightWindow("the bare etcd loop", settings.number("in_flight"), 1);
      Payloads payloads = new Payloads(settings.number("message_bytes"), 1);
      values = new ByteSequence[payloads.count()];
      for (int i = 0; i < values.length; i++) {
        values[i] = ByteSequence.from(payloads.body(i));
      }
    }

    @Override
    public Sample run(Duration length) throws InterruptedException {
      return window.run(length, this::put);
    }

    private void put() {
      long number = next++;
      var unused =
          kv.put(EtcdClients.key("bare/" + number), values[(int) (number % values.length)])
              .whenComplete(
                  (done, failure) -> {
                    if (failure == null) {
                      window.answered();
                    } else {
                      window.failed(failure.toString());
                    }
                  });
    }

    @Override
    public void close() {
      client.close();
    }
  }

  /**
   * Runs etcd's own {@code tools/benchmark}: puts of values of the same size over one connection,
   * with as many in flight. It takes a number of requests instead of a duration.
   *
   * @param program its path
   */
  record EtcdBenchmark(String program, HostPort etcd, CaseSettings settings, BenchContext context)
      implements Contender {

    /** The program's name in the {@code PATH}, where its own, "benchmark", is ambiguous. */
    static final String NAME = "etcd-benchmark";

    /** The environment variable with the program's path, if it is elsewhere. */
    static final String VARIABLE = "PERF_ETCD_BENCHMARK";

    private static final Pattern RESULT = Pattern.compile("Requests/sec:\\s*([0-9.]+)");
    private static final int PER_SECOND = 5_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Returns the program that the variable names, or the one in the {@code PATH}. */
    static Optional<String> program(Map<String, String> environment) {
      String given = environment.get(VARIABLE);
      if (given != null && !given.isBlank()) {
        return Optional.of(given);
      }
      return SystemTool.onPath(NAME).map(Path::toString);
    }

    @Override
    public Sample run(Duration length) throws InterruptedException, IOException {
      long requests = Math.max(100, PER_SECOND * length.toMillis() / 1_000);
      String words =
          "--endpoints=%s --conns=1 --clients=%d put --sequential-keys --key-space-size=%d --val-size=%d --total=%d"
              .formatted(
                  etcd,
                  settings.number("in_flight"),
                  requests,
                  settings.number("message_bytes"),
                  requests);
      List<String> command = new ArrayList<>(List.of(program));
      command.addAll(List.of(words.split(" ")));
      return sample(context.output(command, Map.of(), TIMEOUT), requests);
    }

    Sample sample(String output, long requests) {
      Matcher result = RESULT.matcher(output);
      double perSecond = result.find() ? Double.parseDouble(result.group(1)) : 0;
      if (!(perSecond > 0)) {
        throw Fault.noVerdict("%s at %s: %s".formatted(program, etcd, output.strip()));
      }
      return Sample.counted(requests, requests / perSecond);
    }
  }
}
