package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.file.FileTree;
import io.perfline.proof.bench.BenchContext.Bounds;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./perfline-dev bench} measures the speed of the drivers, the engine and the recorder. */
@Command(
    name = "bench",
    description = {
      "Compares the drivers, the engine and the recorder with fast programs that do the same.",
      "Starts the servers that it needs, on free ports, and ends them; takes turns in random order."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "kafka      against Kafka's own ProducerPerformance",
      "cassandra  against a bare loop on the same driver",
      "redis      against a bare loop on Jedis, and redis-benchmark to no subscriber",
      "etcd       against a bare loop on jetcd, and etcd's own benchmark where it is",
      "kryonet    against a bare loop on Kryonet's client",
      "http       against wrk (apt-get install wrk) on an empty servlet",
      "http2      against h2load (apt-get install nghttp2-client nghttp2-server)",
      "grpc       against ghz (go install github.com/bojand/ghz/cmd/ghz@latest)",
      "recorder   each entry point and store, against an empty servlet, a bare Kryonet peer",
      "           and a bare topic; and while it records itself; a single one of these:",
      "           recorder/http, …/http_by_4, …/kryonet, …/kafka, …/recorded",
      "engine     time and garbage per message, by JMH",
      "",
      "Results are printed and written as they come; when one benchmark fails, the others",
      "go on. Exit codes: 0 all was measured, whatever the result; 2 wrong usage; 3",
      "something was not measured."
    })
public final class BenchCommand implements Callable<Integer> {

  private static final String ALL = "all";

  private final Map<String, Benchmark> benchmarks;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "NAME", arity = "0..*", description = "Benchmarks to run; default all.")
  private List<String> names = List.of(ALL);

  @Option(
      names = "--pairs",
      defaultValue = "10",
      description = "Number of turns of each side; default ${DEFAULT-VALUE}.")
  private int pairs;

  @Option(
      names = "--turn-ms",
      paramLabel = "MS",
      defaultValue = "2000",
      description = "Duration of a turn; default ${DEFAULT-VALUE}.")
  private int turnMillis;

  @Option(
      names = "--warm-up-ms",
      paramLabel = "MS",
      defaultValue = "5000",
      description = "Duration of each side's warm-up; default ${DEFAULT-VALUE}.")
  private int warmUpMillis;

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the result as JSON.")
  private Path json;

  @Option(
      names = "--profile",
      paramLabel = "FOLDER",
      description = "Writes flight recordings of generator and server, and prints where time goes.")
  private Path profile;

  private final Path home = Homes.project();

  public BenchCommand() {
    this(new LinkedHashMap<>());
    benchmarks.put("kafka", new KafkaBench());
    benchmarks.put("cassandra", new CassandraBench());
    benchmarks.put("redis", new RedisBench());
    benchmarks.put("etcd", new EtcdBench());
    benchmarks.put("kryonet", new KryonetBench());
    benchmarks.put("http", new HttpBench());
    benchmarks.put("http2", new Http2Bench());
    benchmarks.put("grpc", new GrpcBench());
    benchmarks.put("recorder", new RecorderBench());
    benchmarks.put("engine", new EngineBench());
  }

  /** Creates a command with these benchmarks by name, in their order. */
  BenchCommand(Map<String, Benchmark> benchmarks) {
    this.benchmarks = benchmarks;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (pairs < 1 || turnMillis < 1 || warmUpMillis < 1) {
      throw Fault.configuration("--pairs, --turn-ms and --warm-up-ms must be 1 or more");
    }
    Set<String> chosen = chosen();
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Bounds bounds =
        new Bounds(pairs, Duration.ofMillis(turnMillis), Duration.ofMillis(warmUpMillis));
    Profiles profiles = profile == null ? Profiles.none() : Profiles.into(profile, out::println);
    Path folder = Files.createTempDirectory("perfline-bench");
    BenchResults results = new BenchResults(json, err::println, chosen);
    try (BenchContext context =
        new BenchContext(home, folder, bounds, new Random(), err::println, profiles)) {
      for (String name :
          chosen.stream().map(each -> each.replaceFirst("/.*", "")).distinct().toList()) {
        results.attempt(name, () -> benchmarks.get(name).run(context, results));
      }
    } finally {
      BenchResults.table(results.rows()).forEach(out::println);
      // An empty folder means that no server has started.
      if (results.failures().isEmpty() || folder.toFile().list().length == 0) {
        FileTree.delete(folder);
      }
    }
    if (results.failures().isEmpty()) {
      return 0;
    }
    results.failures().forEach(why -> err.println("perfline-dev bench: not measured: " + why));
    if (Files.exists(folder)) {
      err.println("perfline-dev bench: the servers' logs and data remain in " + folder);
    }
    return Fault.NO_VERDICT;
  }

  private Set<String> chosen() {
    Set<String> chosen = new LinkedHashSet<>();
    for (String name : names) {
      if (name.equals(ALL)) {
        chosen.addAll(benchmarks.keySet());
      } else if (known().contains(name)) {
        chosen.add(name);
      } else {
        throw Fault.configuration(
            "unknown benchmark '%s'; known: %s and %s"
                .formatted(name, String.join(", ", known()), ALL));
      }
    }
    return chosen;
  }

  private List<String> known() {
    return benchmarks.entrySet().stream()
        .flatMap(
            one ->
                Stream.concat(
                    Stream.of(one.getKey()),
                    one.getValue().parts().stream().map(part -> one.getKey() + "/" + part)))
        .toList();
  }
}
