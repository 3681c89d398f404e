package io.perfline.proof.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.command.Fault;
import io.perfline.core.command.ShutdownHook;
import io.perfline.core.environment.Environment;
import io.perfline.core.file.Json;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.project.Scenario;
import io.perfline.deploy.stack.Ports;
import io.perfline.deploy.stack.SystemTool;
import io.perfline.proof.bench.EngineContender.ServerCpu;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.grpc.GrpcConnections;
import io.perfline.sims.driver.http.HttpDriver;
import io.perfline.sims.driver.http.ScenarioDriver;
import io.perfline.sims.driver.http2.Http2Session;
import io.perfline.sims.engine.Slices;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Scenarios of gRPC calls compared with ghz: unary calls to a server of grpc-java. One scenario
 * always sends the same message, another one fills in a template and checks a field of the answer.
 */
final class GrpcBench implements Benchmark {

  private static final String NAME = "grpc";
  private static final double AIM = 0.5;
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
      compare(context, port, server.pid(), results);
    } finally {
      server.destroyForcibly();
      atExit.cancel();
    }
  }

  private static void compare(BenchContext context, int port, long pid, BenchResults results)
      throws InterruptedException, IOException {
    URI service = URI.create("http://127.0.0.1:" + port);
    DriverSettings settings =
        DriverSettings.of(new HttpDriver(), Map.of("connections", (long) STREAMS));
    try (Session same = session(context, service, "same");
        Session filled = session(context, service, "templates");
        Slices constant = new Slices(settings.load(), List.of(same));
        Slices templates = new Slices(settings.load(), List.of(filled))) {
      EngineContender ours = new EngineContender("gRPC", constant, 0, ServerCpu.of(pid));
      EngineContender checks =
          new EngineContender("templates and checks", templates, 0, ServerCpu.of(pid));
      context.say("grpc: the driver, with templates and without, and ghz take turns");
      var samples = context.turns(List.of(ours, checks, new Ghz(port, context)));
      context.profiles().take("grpc-driver", ours, pid);
      results.add(BenchRow.of(NAME, samples.get(0), samples.get(2), Ghz.NAME, AIM));
      // A session is two calls.
      results.add(
          BenchRow.of(NAME + "/templates", samples.get(1), samples.get(2), Ghz.NAME, AIM / 2));
    }
  }

  private static Session session(BenchContext context, URI service, String name)
      throws IOException {
    Path file = context.folder().resolve(Project.FILE);
    Files.writeString(file, PROJECT.formatted(service));
    Scenario scenario = ProjectFile.read(file).loads(Scenario.class).get(name);
    ScenarioDriver driver =
        new ScenarioDriver(
            scenario,
            null,
            new ProcessVariables(file, Map.of()),
            new GrpcConnections(scenario, Http2Session.connections(false, STREAMS)));
    return driver.open(
        Environment.named("bench").at(service),
        Target.SERVICE,
        "bench",
        DriverSettings.of(driver, Map.of()).all());
  }

  /** ghz, a load generator in Go: one connection with as many calls at once as we have. */
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
