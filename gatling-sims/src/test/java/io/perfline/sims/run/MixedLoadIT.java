package io.perfline.sims.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.perfline.core.command.Command;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.SlicePair;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests weighted mixes of scenarios in each model, and too few fixed connections in pairs. */
@Timeout(120)
class MixedLoadIT {

  private static final String MIX =
      "{browse: {weight: 3, requests: [{get: /}]},"
          + " buy: {weight: 1, requests: [{get: /a}, {get: /b}]}}";

  private static final String PERF_YML =
      """
      version: 1
      name: shop
      service: {url: 'http://127.0.0.1:%d', baseline_url: 'http://127.0.0.1:%d', ready: {get: /}}
      load:
        open: {rate: 100/s, mix: MIX}
        closed: {connections: 2, mix: MIX}
        busy: {rate: 100/s, connections: 1, requests: [{get: /slow}]}
      profiles: {commit: {warm_up: 500 ms, warm_up_most: 1 s, duration: 2 s, at_most: 2 s}}
      """
          .replace("MIX", MIX);

  @TempDir private Path home;
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
  void sessionsMatchTheWeightsOfTheScenarios() throws Exception {
    int baseline = service();
    Files.writeString(home.resolve("perf.yml"), PERF_YML.formatted(service(), baseline));
    RunBaseline compared =
        new RunBaseline("http://127.0.0.1:" + baseline, null, BaselineSource.AT_URL, null);
    new BaselineFile(compared, null, home.toString(), null).write(home.resolve("baseline.json"));

    String output = run("open", "closed", "paired/open", "paired/busy");

    Map<String, CaseResult> cases =
        RunFile.read(home.resolve("run")).cases().stream()
            .collect(Collectors.toMap(CaseResult::name, Function.identity()));
    for (String name : List.of("open", "closed")) {
      long all = cases.get(name).requests();
      assertThat(cases.get(name).parameters()).containsEntry("mix", "browse 3, buy 1");
      assertThat(cases.get(name).problems()).as(output).isEmpty();
      assertThat((double) cases.get(name + "/browse").requests() / all)
          .isEqualTo(0.75, within(0.03));
      assertThat(cases.get(name + "/buy/get_a").requests())
          .isCloseTo(all - cases.get(name + "/browse").requests(), within(2L));
      assertThat(cases.get(name + "/buy/get_b").requests()).isPositive();
    }
    CaseResult paired = cases.get("paired/open");
    assertThat(paired.problems()).as(output).isEmpty();
    assertThat(paired.pairs())
        .isNotEmpty()
        .allMatch(pair -> pair.candidate().requests() > 0 && pair.baseline().requests() > 0);
    assertThat(paired.pairs().stream().map(SlicePair::candidate).mapToLong(one -> one.errorCount()))
        .containsOnly(0L);
    assertThat(cases.get("paired/busy").problems())
        .anyMatch(problem -> problem.startsWith("candidate: all 1 connections were busy when"))
        .anyMatch(problem -> problem.startsWith("baseline: all 1 connections were busy when"));
  }

  private String run(String... cases) {
    List<String> arguments = new ArrayList<>(List.of(cases));
    arguments.addAll(List.of("--file", home.resolve("perf.yml").toString()));
    arguments.addAll(List.of("--baseline", home.resolve("baseline.json").toString()));
    arguments.addAll(List.of("--out", home.resolve("run").toString()));
    StringWriter output = new StringWriter();
    PrintWriter print = new PrintWriter(output);
    Command.run(new RunCommand(), print, print, arguments.toArray(String[]::new));
    return output.toString();
  }

  private int service() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(workers);
    server.createContext("/", this::answer);
    server.start();
    servers.add(server);
    return server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) {
    // Even the fast answers leave time for the tests that run in parallel.
    int millis = exchange.getRequestURI().getPath().equals("/slow") ? 50 : 2;
    CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(() -> ok(exchange));
  }

  private static void ok(HttpExchange exchange) {
    try {
      end(exchange);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void end(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 1);
    exchange.getResponseBody().write('x');
    exchange.close();
  }
}
