package io.perfline.proof.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.command.Fault;
import io.perfline.core.command.ShutdownHook;
import io.perfline.core.file.Json;
import io.perfline.deploy.process.Ports;
import io.perfline.deploy.process.SystemTool;
import io.perfline.sims.driver.grpc.GrpcConnections;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Compares gRPC scenarios with ghz, by unary calls to a server of grpc-java. One scenario always
 * sends the same message; another one fills in a template and checks a field of the response.
 */
final class GrpcBench implements Benchmark {

  private static final String NAME = "grpc";
  private static final int STREAMS = 32;
  private static final String PROJECT =
      """
      version: 1
      service: {url: '%s'}
      load:
        same: {protocol: grpc, connections: 1, requests: [{grpc: grpc.health.v1.Health/Check}]}
        templates:
          protocol: grpc
          connections: 1
          requests:
            - grpc: grpc.health.v1.Health/Check
              message: {service: 'none ${uuid}'}
              expect: {status: NOT_FOUND}
            - grpc: grpc.health.v1.Health/Check
              expect: {json: {/status: SERVING}}
      """;

  @Override
  public void run(BenchContext context, BenchResults results)
      throws InterruptedException, IOException {
    if (SystemTool.onPath(Ghz.NAME).isEmpty()) {
      throw Fault.noVerdict(
          "ghz is not in the PATH: go install github.com/bojand/ghz/cmd/ghz@latest");
    }
    context.say("starting a gRPC server");
    int port = Ports.free();
    Process server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                HealthServer.class.getName(),
                String.valueOf(port))
            .redirectErrorStream(true)
            .redirectOutput(context.folder().resolve("grpc-server.log").toFile())
            .start();
    ShutdownHook atExit = ShutdownHook.of("end the gRPC server", server::destroyForcibly);
    try {
      Http2Bench.await("the gRPC server", server, port);
      ScenarioBench bench =
          new ScenarioBench(
              NAME,
              PROJECT.formatted("http://127.0.0.1:" + port),
              STREAMS,
              true,
              GrpcConnections::new);
      bench.compare(context, server.pid(), new Ghz(port, context), Ghz.NAME, 2, results);
    } finally {
      server.destroyForcibly();
      atExit.cancel();
    }
  }

  /** ghz, a load generator in Go, with one connection and as many concurrent calls as ours. */
  private record Ghz(int port, BenchContext context) implements Contender {

    static final String NAME = "ghz";

    private static final Duration MORE = Duration.ofSeconds(60);

    @Override
    public Sample run(Duration length) throws InterruptedException, IOException {
      List<String> command =
          List.of(
              NAME,
              "--insecure",
              "--call=grpc.health.v1.Health/Check",
              "--data={}",
              "--connections=1",
              "--concurrency=" + STREAMS,
              "--total=100000000",
              "--duration=" + length.toMillis() + "ms",
              "--duration-stop=ignore",
              "--format=json",
              "127.0.0.1:" + port);
      String output = context.output(command, Map.of(), length.plus(MORE));
      JsonNode result = Json.MAPPER.readTree(output.substring(Math.max(0, output.indexOf('{'))));
      long count = result.path("count").asLong();
      if (count == 0 || count != result.at("/statusCodeDistribution/OK").asLong()) {
        throw Fault.noVerdict("ghz at port %d: %s".formatted(port, output.strip()));
      }
      return Sample.counted(count, result.path("total").asDouble() / 1e9);
    }
  }
}
