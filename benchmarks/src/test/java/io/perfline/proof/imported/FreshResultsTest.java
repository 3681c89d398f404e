package io.perfline.proof.imported;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpServer;
import io.perfline.core.command.Command;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunFile;
import io.perfline.core.sample.TestMain;
import io.perfline.gate.imported.ImportCommand;
import io.perfline.proof.bench.EngineCost;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Imports results of this build's Gatling and JMH. */
class FreshResultsTest {

  @TempDir Path folder;

  @Test
  void importsEveryRequestOfGatling() throws Exception {
    Map<String, AtomicLong> seen = new ConcurrentHashMap<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          seen.computeIfAbsent(path, each -> new AtomicLong()).incrementAndGet();
          exchange.sendResponseHeaders(path.equals("/home") ? 200 : 404, -1);
          exchange.close();
        });
    server.start();
    try {
      gatling("http://127.0.0.1:" + server.getAddress().getPort());
    } finally {
      server.stop(0);
    }

    imported("gatling", found("simulation.log"));

    CaseResult home = one("gatling/home");
    assertThat(home.requests()).isEqualTo(seen.get("/home").get()).isEqualTo(20);
    assertThat(home.serviceTime().count()).isEqualTo(20);
    assertThat(one("gatling/gone").errors())
        .isEqualTo(Map.of("status.find.is(200), found 404", seen.get("/gone").get()));
  }

  private void gatling(String at) throws IOException, InterruptedException {
    Process gatling =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-Dat=" + at,
                "-cp",
                System.getProperty("java.class.path"),
                "io.gatling.app.Gatling",
                "-nr",
                "-s",
                FreshLoad.class.getName(),
                "-rf",
                folder.resolve("results").toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("gatling.txt").toFile())
            .start();
    assertThat(gatling.waitFor()).as(Files.readString(folder.resolve("gatling.txt"))).isZero();
  }

  private Path found(String name) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("results"))) {
      return files
          .filter(file -> file.getFileName().toString().equals(name))
          .findFirst()
          .orElseThrow(() -> new AssertionError("Gatling wrote no " + name));
    }
  }

  @Test
  void importsJmhsFigures() throws Exception {
    Path results = folder.resolve("jmh.json");
    Options options =
        new OptionsBuilder()
            .include(EngineCost.class.getName() + ".closedModel")
            .forks(0)
            .warmupIterations(0)
            .measurementIterations(3)
            .measurementTime(TimeValue.milliseconds(50))
            .resultFormat(ResultFormatType.JSON)
            .result(results.toString())
            .output(folder.resolve("jmh.txt").toString())
            .build();
    RunResult jmh = new Runner(options).run().iterator().next();

    imported("jmh", results);

    CaseResult result = one("jmh/" + EngineCost.class.getName() + ".closedModel");
    assertThat(result.requests()).isEqualTo(3);
    double score = jmh.getPrimaryResult().getScore();
    String unit = jmh.getPrimaryResult().getScoreUnit();
    double nanos = Map.of("ns/op", 1.0, "us/op", 1e3, "ms/op", 1e6, "s/op", 1e9).get(unit);
    assertThat(result.figures().get("score.time"))
        .isCloseTo(score * nanos, within(score * nanos * 1e-12));
  }

  private void imported(String tool, Path file) {
    int code =
        Command.run(
            TestMain.perf(List.of(ImportCommand.class)),
            new String[] {
              "import", tool, file.toString(), "--out", folder.resolve("run").toString()
            });
    assertThat(code).isZero();
  }

  private CaseResult one(String name) {
    return RunFile.read(folder.resolve("run")).cases().stream()
        .filter(result -> result.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
