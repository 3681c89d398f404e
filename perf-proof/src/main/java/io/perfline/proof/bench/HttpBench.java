package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.project.Scenario;
import io.perfline.deploy.stack.SystemTool;
import io.perfline.deploy.stack.TomcatServer;
import io.perfline.deploy.tomcat.ContextPath;
import io.perfline.deploy.tomcat.ManagerClient;
import io.perfline.proof.bench.EngineContender.ServerCpu;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.http.HttpDriver;
import io.perfline.sims.driver.http.HttpSession;
import io.perfline.sims.driver.http.ScenarioDriver;
import io.perfline.sims.engine.Slices;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Our HTTP driver compared with wrk, GETs of an empty servlet in Tomcat: always the same, and
 * sessions of a {@code perf.yml} that fill in templates and check the answers.
 */
final class HttpBench implements Benchmark {

  static final String EMPTY = "/empty";

  private static final double AIM = 0.9;
  private static final String SCENARIO = "sessions";
  private static final String PROJECT =
      """
      version: 1
      service: {url: '%s'}
      load:
        %s:
          connections: %d
          requests:
            - get: /?order=${uuid}&at=${now}
              expect: {status: 200, header: {Content-Length: '0'}}
      """;
  private static final int CONNECTIONS = 8;

  @Override
  public void run(BenchContext context, BenchResults results)
      throws InterruptedException, IOException {
    if (SystemTool.onPath(Wrk.NAME).isEmpty()) {
      throw Fault.noVerdict("wrk is not in the PATH: apt-get install wrk, or build it");
    }
    context.say("starting Tomcat");
    try (TomcatServer tomcat =
        TomcatServer.start(context.home(), context.folder().resolve("tomcat-http"))) {
      new ManagerClient(tomcat.environment())
          .deploy(
              EmptyWar.write(context.folder().resolve("empty.war")),
              new ContextPath(EMPTY),
              Optional.empty());
      compare(context, tomcat, results);
    }
  }

  private static void compare(BenchContext context, TomcatServer tomcat, BenchResults results)
      throws InterruptedException, IOException {
    URI page = URI.create(tomcat.url() + EMPTY + "/");
    DriverSettings settings =
        DriverSettings.of(new HttpDriver(), Map.of("connections", (long) CONNECTIONS));
    try (HttpSession plain = HttpSession.gets(page, settings.all().duration("timeout"));
        Session sessions = sessions(context, tomcat);
        Slices same = new Slices(settings.load(), List.of(plain));
        Slices filled = new Slices(settings.load(), List.of(sessions))) {
      EngineContender ours =
          new EngineContender("the HTTP driver", same, 0, ServerCpu.of(tomcat.pid()));
      EngineContender templates =
          new EngineContender("templates and checks", filled, 0, ServerCpu.of(tomcat.pid()));
      context.say("http: the driver, with templates and without, and wrk take turns");
      var samples = context.turns(List.of(ours, templates, new Wrk(page, CONNECTIONS, context)));
      context.profiles().take("http-driver", ours, tomcat.pid());
      context.profiles().take("http-templates", templates, tomcat.pid());
      results.add(BenchRow.of("http", samples.get(0), samples.get(2), Wrk.NAME, AIM));
      results.add(BenchRow.of("http/templates", samples.get(1), samples.get(2), Wrk.NAME, AIM));
    }
  }

  private static Session sessions(BenchContext context, TomcatServer tomcat) throws IOException {
    URI shop = URI.create(tomcat.url() + EMPTY);
    Path file = context.folder().resolve(Project.FILE);
    Files.writeString(file, PROJECT.formatted(shop, SCENARIO, CONNECTIONS));
    Scenario scenario = ProjectFile.read(file).loads(Scenario.class).get(SCENARIO);
    ScenarioDriver driver =
        new ScenarioDriver(scenario, null, new ProcessVariables(file, Map.of()));
    return driver.open(
        Environment.named("bench").at(shop),
        Target.SERVICE,
        "bench",
        DriverSettings.of(driver, Map.of()).all());
  }

  /**
   * wrk, a load generator in C: one thread, as many connections as our driver has. Its response
   * times are too coarse to be compared with ours.
   */
  record Wrk(URI url, int connections, BenchContext context) implements Contender {

    static final String NAME = "wrk";

    private static final Pattern RESULT = Pattern.compile("(\\d+) requests in ([0-9.]+)(ms|s|m),");
    private static final Duration MORE = Duration.ofSeconds(60);

    @Override
    public Sample run(Duration length) throws InterruptedException, IOException {
      long seconds = Math.max(1, Math.round(length.toMillis() / 1e3));
      List<String> command =
          List.of(NAME, "-t1", "-c" + connections, "-d" + seconds + "s", url.toString());
      String output = context.output(command, Map.of(), length.plus(MORE));
      Matcher result = RESULT.matcher(output);
      if (!result.find() || output.contains("Non-2xx") || output.contains("Socket errors")) {
        throw Fault.noVerdict("wrk at %s: %s".formatted(url, output.strip()));
      }
      double unit =
          switch (result.group(3)) {
            case "ms" -> 1e-3;
            case "m" -> 60;
            default -> 1;
          };
      return Sample.counted(
          Long.parseLong(result.group(1)), Double.parseDouble(result.group(2)) * unit);
    }
  }
}
