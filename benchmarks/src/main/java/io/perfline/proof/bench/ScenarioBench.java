package io.perfline.proof.bench;

import io.perfline.core.environment.Environment;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.project.Scenario;
import io.perfline.proof.bench.EngineContender.ServerCpu;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.http.HttpDriver;
import io.perfline.sims.driver.http.ScenarioConnections;
import io.perfline.sims.driver.http.ScenarioDriver;
import io.perfline.sims.driver.http2.Http2Session;
import io.perfline.sims.engine.Slices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Compares HTTP/2 scenarios with another load generator: {@code same} always sends the same
 * request, {@code templates} fills in templates and checks the responses.
 *
 * @param project the text of a perf.yml with both scenarios
 * @param streams the number of concurrent requests
 * @param profiled whether the server is a JVM, which can be profiled
 * @param connections creates the connections of a scenario from those of HTTP/2
 */
record ScenarioBench(
    String name,
    String project,
    int streams,
    boolean profiled,
    BiFunction<Scenario, ScenarioConnections, ScenarioConnections> connections) {

  private static final double AIM = 0.5;

  /**
   * Measures the driver and the peer in turns.
   *
   * @param pid the server's process id
   * @param calls the number of requests in a session of {@code templates}
   */
  void compare(
      BenchContext context,
      long pid,
      Contender peer,
      String peerName,
      int calls,
      BenchResults results)
      throws InterruptedException, IOException {
    DriverSettings settings =
        DriverSettings.of(new HttpDriver(), Map.of("connections", (long) streams));
    try (Session same = session(context, "same");
        Session filled = session(context, "templates");
        Slices constant = new Slices(settings.load(), List.of(same));
        Slices templates = new Slices(settings.load(), List.of(filled))) {
      EngineContender ours = new EngineContender(name, constant, 0, ServerCpu.of(pid));
      EngineContender checks =
          new EngineContender("templates and checks", templates, 0, ServerCpu.of(pid));
      context.say(
          "%s: the driver, with templates and without, and %s take turns"
              .formatted(name, peerName));
      var samples = context.turns(List.of(ours, checks, peer));
      context.profiles().take(name + "-driver", ours, profiled ? pid : null);
      results.add(BenchRow.of(name, samples.get(0), samples.get(2), peerName, AIM));
      results.add(
          BenchRow.of(name + "/templates", samples.get(1), samples.get(2), peerName, AIM / calls));
    }
  }

  private Session session(BenchContext context, String scenarioName) throws IOException {
    Path file = context.folder().resolve(Project.FILE);
    Files.writeString(file, project);
    Project read = ProjectFile.read(file);
    Scenario scenario = read.loads(Scenario.class).get(scenarioName);
    ScenarioDriver driver =
        new ScenarioDriver(
            scenario,
            null,
            new ProcessVariables(file, Map.of()),
            connections.apply(scenario, Http2Session.connections(false, streams)));
    return driver.open(
        Environment.named("bench").at(read.service().url()),
        Target.SERVICE,
        "bench",
        DriverSettings.of(driver, Map.of()).all());
  }
}
