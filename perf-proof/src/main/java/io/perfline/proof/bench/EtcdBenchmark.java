package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.HostPort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * etcd's own benchmark, of etcd's {@code tools/benchmark}: puts of values of the same size over one
 * connection, as many in flight. It takes a number of requests, not a time.
 *
 * @param program where it is
 * @param folder for its output
 */
record EtcdBenchmark(String program, HostPort etcd, int inFlight, int valueBytes, Path folder)
    implements Contender {

  /** How it is called in the {@code PATH}; etcd's own name for it says nothing there. */
  static final String NAME = "etcd-benchmark";

  /** The variable that says where it is otherwise. */
  static final String VARIABLE = "PERF_ETCD_BENCHMARK";

  private static final Pattern RESULT = Pattern.compile("Requests/sec:\\s*([0-9.]+)");
  private static final int PER_SECOND = 5_000;
  private static final Duration MOST = Duration.ofSeconds(60);

  /** What starts it, if anything does. */
  static Optional<String> program(Map<String, String> environment) {
    String given = environment.get(VARIABLE);
    if (given != null && !given.isBlank()) {
      return Optional.of(given);
    }
    return ExternalTool.isThere(NAME) ? Optional.of(NAME) : Optional.empty();
  }

  @Override
  public Sample run(Duration length) throws InterruptedException, IOException {
    long requests = Math.max(100, PER_SECOND * length.toMillis() / 1_000);
    String words =
        "--endpoints=%s --conns=1 --clients=%d put --sequential-keys --key-space-size=%d --val-size=%d --total=%d"
            .formatted(etcd, inFlight, requests, valueBytes, requests);
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(List.of(words.split(" ")));
    return sample(ExternalTool.run(command, folder.resolve(NAME + ".log"), MOST), requests);
  }

  Sample sample(String said, long requests) {
    Matcher result = RESULT.matcher(said);
    double perSecond = result.find() ? Double.parseDouble(result.group(1)) : 0;
    if (!(perSecond > 0)) {
      throw Fault.noVerdict("%s at %s: %s".formatted(program, etcd, said.strip()));
    }
    return Sample.counted(requests, requests / perSecond);
  }
}
