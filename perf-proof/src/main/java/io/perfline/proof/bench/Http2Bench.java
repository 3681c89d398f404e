package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import io.perfline.core.command.ShutdownHook;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.project.Scenario;
import io.perfline.deploy.stack.Ports;
import io.perfline.deploy.stack.SystemTool;
import io.perfline.proof.bench.EngineContender.ServerCpu;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.http.HttpDriver;
import io.perfline.sims.driver.http.ScenarioDriver;
import io.perfline.sims.driver.http2.Http2Session;
import io.perfline.sims.engine.Slices;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Scenarios over HTTP/2 compared with h2load: one connection, which one thread drives, with several
 * streams to nghttpd. One scenario always sends the same request, another one fills in templates
 * and checks the answers.
 */
final class Http2Bench implements Benchmark {

  private static final String NAME = "http2";
  private static final String SERVER = "nghttpd";
  private static final double AIM = 0.5;
  private static final int STREAMS = 32;
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String PROJECT =
      """
      version: 1
      service: {url: '%s'}
      load:
        same: {protocol: h2c, connections: 1, requests: [{get: /}]}
        templates:
          protocol: h2c
          connections: 1
          requests:
            - get: /?order=${uuid}&at=${now}
              expect: {status: 200, header: {Content-Length: '6'}}
      """;

  @Override
  public void run(BenchContext context, BenchResults results)
      throws InterruptedException, IOException {
    for (String program : List.of(H2load.NAME, SERVER)) {
      if (SystemTool.onPath(program).isEmpty()) {
        throw Fault.noVerdict(
            program + " is not in the PATH: apt-get install nghttp2-client nghttp2-server");
      }
    }
    context.say("starting " + SERVER);
    Path content = Files.createDirectories(context.folder().resolve(SERVER));
    Files.writeString(content.resolve("index.html"), "stock\n");
    int port = Ports.free();
    Process server =
        new ProcessBuilder(
                SERVER,
                "--no-tls",
                "-a",
                "127.0.0.1",
                "-d",
                content.toString(),
                String.valueOf(port))
            .redirectErrorStream(true)
            .redirectOutput(content.resolveSibling(SERVER + ".log").toFile())
            .start();
    ShutdownHook atExit = ShutdownHook.of("end " + SERVER, server::destroyForcibly);
    try {
      await(SERVER, server, port);
      compare(context, URI.create("http://127.0.0.1:" + port), server.pid(), results);
    } finally {
      server.destroyForcibly();
      atExit.cancel();
    }
  }

  /** Waits until a server listens. */
  static void await(String name, Process server, int port) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress("127.0.0.1", port));
        return;
      } catch (IOException e) {
        if (!server.isAlive() || System.nanoTime() > end) {
          throw Fault.noVerdict("%s does not listen on port %d".formatted(name, port), e);
        }
        Thread.sleep(20);
      }
    }
  }

  private static void compare(BenchContext context, URI service, long pid, BenchResults results)
      throws InterruptedException, IOException {
    DriverSettings settings =
        DriverSettings.of(new HttpDriver(), Map.of("connections", (long) STREAMS));
    try (Session same = session(context, service, "same");
        Session filled = session(context, service, "templates");
        Slices constant = new Slices(settings.load(), List.of(same));
        Slices templates = new Slices(settings.load(), List.of(filled))) {
      EngineContender ours = new EngineContender("HTTP/2", constant, 0, ServerCpu.of(pid));
      EngineContender checks =
          new EngineContender("templates and checks", templates, 0, ServerCpu.of(pid));
      context.say("http2: the driver, with templates and without, and h2load take turns");
      var samples = context.turns(List.of(ours, checks, new H2load(service, context)));
      context.profiles().take("http2-driver", ours, null);
      results.add(BenchRow.of(NAME, samples.get(0), samples.get(2), H2load.NAME, AIM));
      results.add(
          BenchRow.of(NAME + "/templates", samples.get(1), samples.get(2), H2load.NAME, AIM));
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
            Http2Session.connections(false, STREAMS));
    return driver.open(
        Environment.named("bench").at(service),
        Target.SERVICE,
        "bench",
        DriverSettings.of(driver, Map.of()).all());
  }

  /** h2load, a load generator in C: one thread, one connection, as many streams as we have. */
  private record H2load(URI url, BenchContext context) implements Contender {

    static final String NAME = "h2load";

    private static final Pattern TIME = Pattern.compile("finished in ([0-9.]+)(us|ms|s),");
    private static final Pattern RESULT =
        Pattern.compile("(\\d+) succeeded, (\\d+) failed, (\\d+) errored");
    private static final Duration MORE = Duration.ofSeconds(60);

    @Override
    public Sample run(Duration length) throws InterruptedException, IOException {
      long seconds = Math.max(1, Math.round(length.toMillis() / 1e3));
      List<String> command =
          List.of(NAME, "-t1", "-c1", "-m" + STREAMS, "-D" + seconds, url.toString() + "/");
      String output = context.output(command, Map.of(), length.plus(MORE));
      Matcher time = TIME.matcher(output);
      Matcher result = RESULT.matcher(output);
      if (!time.find()
          || !result.find()
          || !result.group(2).equals("0")
          || !result.group(3).equals("0")) {
        throw Fault.noVerdict("h2load at %s: %s".formatted(url, output.strip()));
      }
      double unit =
          switch (time.group(2)) {
            case "us" -> 1e-6;
            case "ms" -> 1e-3;
            default -> 1;
          };
      return Sample.counted(
          Long.parseLong(result.group(1)), Double.parseDouble(time.group(1)) * unit);
    }
  }
}
