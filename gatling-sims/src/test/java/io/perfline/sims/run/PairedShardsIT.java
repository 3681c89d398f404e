package io.perfline.sims.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.perfline.core.command.Command;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.SlicePair;
import io.perfline.sims.merge.MergeCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Two generators load both builds of a comparison alternately, synchronized only by their clocks.
 */
@Timeout(120)
@Tag("acceptance")
class PairedShardsIT {

  private static final String PERF_YML =
      """
      version: 1
      name: shop
      service: {url: 'http://127.0.0.1:%d', baseline_url: 'http://127.0.0.1:%d', ready: {get: /}}
      load:
        browse: {rate: 100/s, requests: [{get: /}]}
      profiles: {commit: {warm_up: 1 s, duration: 3 s}}
      """;

  @TempDir Path home;
  private final ExecutorService workers = Executors.newCachedThreadPool();
  private final List<HttpServer> servers = new ArrayList<>();
  private String before;

  @BeforeEach
  void useHome() {
    before = System.getProperty("perf.home", "");
    System.setProperty("perf.home", home.toString());
  }

  @AfterEach
  void endServers() {
    System.setProperty("perf.home", before);
    servers.forEach(server -> server.stop(0));
    workers.shutdownNow();
  }

  @Test
  void shardsLoadTheSameBuildSimultaneouslyAndAreMerged() throws Exception {
    int candidate = service();
    int baseline = service();
    Files.writeString(home.resolve("perf.yml"), PERF_YML.formatted(candidate, baseline));
    RunBaseline compared =
        new RunBaseline("http://127.0.0.1:" + baseline, null, BaselineSource.AT_URL, null);
    new BaselineFile(compared, null, home.toString(), null).write(home.resolve("baseline.json"));

    Instant start = Instant.now().plusSeconds(6);
    SimsHome.together(shard("1/2", "one", start), shard("2/2", "two", start));
    assertThat(perf("merge", out("one"), out("two"), "--out", out("both"))).isEmpty();

    Run both = RunFile.read(home.resolve("both"));
    assertThat(both.baseline()).isEqualTo(RunFile.read(home.resolve("one")).baseline()).isNotNull();
    CaseResult result = both.cases().get(0);
    assertThat(result.problems()).isEmpty();
    List<SlicePair> one = pairs("one");
    List<SlicePair> two = pairs("two");
    assertThat(one).extracting(SlicePair::candidateFirst).doesNotContainNull();
    assertThat(two)
        .extracting(SlicePair::candidateFirst)
        .isEqualTo(one.stream().map(SlicePair::candidateFirst).toList());
    assertThat(result.pairs()).hasSizeBetween(one.size() * 9 / 10, one.size());
    assertThat(result.requests()).isEqualTo(result.responseTime().count()).isPositive();
    assertThat(result.generator().intendedRatePerS()).isEqualTo(100);
    assertThat(result.pairs())
        .allMatch(pair -> Math.abs(pair.candidate().requests() - pair.baseline().requests()) <= 2);
  }

  private List<SlicePair> pairs(String out) {
    return RunFile.read(home.resolve(out)).cases().get(0).pairs();
  }

  private String out(String name) {
    return home.resolve(name).toString();
  }

  private Callable<String> shard(String shard, String out, Instant start) {
    return () ->
        perf(
            "run",
            "paired/browse",
            "--file",
            home.resolve("perf.yml").toString(),
            "--baseline",
            home.resolve("baseline.json").toString(),
            "--shard",
            shard,
            "--start-at",
            "" + start.toEpochMilli(),
            "--gap",
            "2",
            "--out",
            out(out));
  }

  private static String perf(String... arguments) {
    StringWriter output = new StringWriter();
    PrintWriter print = new PrintWriter(output);
    int code = Command.run(new Top(), print, print, arguments);
    return code == 0 ? "" : code + ": " + output;
  }

  private int service() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(workers);
    server.createContext("/", PairedShardsIT::answer);
    server.start();
    servers.add(server);
    return server.getAddress().getPort();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 1);
    exchange.getResponseBody().write('x');
    exchange.close();
  }

  @CommandLine.Command(
      name = "perfline",
      subcommands = {RunCommand.class, MergeCommand.class})
  private static final class Top {}
}
