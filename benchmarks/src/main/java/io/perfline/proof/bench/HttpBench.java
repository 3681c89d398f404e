package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.project.Scenario;
import io.perfline.core.project.ServiceTrust;
import io.perfline.deploy.process.Ports;
import io.perfline.deploy.process.SystemTool;
import io.perfline.deploy.server.TomcatServer;
import io.perfline.deploy.tomcat.ContextPath;
import io.perfline.deploy.tomcat.ManagerClient;
import io.perfline.proof.bench.EngineContender.ServerCpu;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.http.HttpDriver;
import io.perfline.sims.driver.http.HttpSession;
import io.perfline.sims.driver.http.ScenarioDriver;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Shard;
import io.perfline.sims.engine.Slices;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/**
 * Compares our HTTP driver with wrk, by GETs of an empty servlet in Tomcat: the same request in the
 * closed model, in the open model and over TLS, and sessions of a {@code perf.yml} that fill in
 * templates and check the responses.
 */
final class HttpBench implements Benchmark {

  static final String EMPTY = "/empty";

  private static final double AIM = 0.9;
  private static final String SCENARIO = "sessions";
  private static final String PROJECT =
      """
      version: 1
      service: {url: '%s'%s}
      load:
        %s:
          connections: %d
          requests:
            - get: /?order=${uuid}&at=${now}
              expect: {status: 200, header: {Content-Length: '0'}}
      """;
  private static final int CONNECTIONS = 8;
  private static final String KEYS = "KEYSTORE_PASSWORD";
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** The intended rate of the open model, as a multiple of wrk's rate. */
  private static final double OVERLOAD = 3;

  @Override
  public void run(BenchContext context, BenchResults results)
      throws InterruptedException, IOException {
    if (SystemTool.onPath(Wrk.NAME).isEmpty()) {
      throw Fault.noVerdict("wrk is not in the PATH: apt-get install wrk, or build it");
    }
    context.say("starting Tomcat");
    int tlsPort = Ports.free();
    String password = UUID.randomUUID().toString();
    Path keys = keys(context, password);
    try (TomcatServer tomcat =
        TomcatServer.startWithTls(
            context.home(), context.folder().resolve("tomcat-http"), tlsPort, keys, password)) {
      new ManagerClient(tomcat.environment())
          .deploy(
              EmptyWar.write(context.folder().resolve("empty.war")),
              new ContextPath(EMPTY),
              Optional.empty());
      URI page = URI.create(tomcat.url() + EMPTY + "/");
      compare(context, tomcat, page, results);
      compareTls(
          context, tomcat, URI.create("https://127.0.0.1:" + tlsPort + EMPTY + "/"), results);
    }
  }

  /** Creates a key with a self-signed certificate, with the JDK's keytool. */
  private static Path keys(BenchContext context, String password)
      throws InterruptedException, IOException {
    Path keys = context.folder().resolve("keys.p12");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    List<String> command =
        List.of(
            keytool,
            "-genkeypair",
            "-keyalg",
            "EC",
            "-dname",
            "CN=bench",
            "-ext",
            "SAN=ip:127.0.0.1",
            "-storetype",
            "PKCS12",
            "-keystore",
            keys.toString(),
            "-storepass:env",
            KEYS);
    context.output(command, Map.of(KEYS, password), TIMEOUT);
    return keys;
  }

  private static void compare(
      BenchContext context, TomcatServer tomcat, URI page, BenchResults results)
      throws InterruptedException, IOException {
    DriverSettings settings = settings();
    Wrk wrk = new Wrk(page, CONNECTIONS, context);
    wrk.run(context.bounds().warmUp()); // A cold Tomcat answers fewer requests, so wrk warms it up.
    double rate = OVERLOAD * wrk.run(context.bounds().warmUp()).perSecond();
    try (HttpSession plain = session(page);
        Session sessions = sessions(context, tomcat);
        Slices same = new Slices(settings.load(), List.of(plain));
        Slices filled = new Slices(settings.load(), List.of(sessions));
        Slices due = new Slices(open(rate), List.of(plain))) {
      ServerCpu cpu = ServerCpu.of(tomcat.pid());
      EngineContender ours = new EngineContender("the HTTP driver", same, 0, cpu);
      EngineContender templates = new EngineContender("templates and checks", filled, 0, cpu);
      EngineContender open = new EngineContender("the HTTP driver, open model", due, 0, cpu);
      context.say("http: the driver, with templates, in the open model, and wrk take turns");
      var samples = context.turns(List.of(ours, templates, open, wrk));
      context.profiles().take("http-driver", ours, tomcat.pid());
      context.profiles().take("http-templates", templates, tomcat.pid());
      context.profiles().take("http-open", open, tomcat.pid());
      results.add(BenchRow.of("http", samples.get(0), samples.get(3), Wrk.NAME, AIM));
      results.add(BenchRow.of("http/templates", samples.get(1), samples.get(3), Wrk.NAME, AIM));
      results.add(BenchRow.of("http/open", samples.get(2), samples.get(3), Wrk.NAME, AIM));
    }
  }

  private static void compareTls(
      BenchContext context, TomcatServer tomcat, URI page, BenchResults results)
      throws InterruptedException, IOException {
    SSLContext defaultContext = trustAny(context, page);
    try (HttpSession secured = session(page);
        Slices same = new Slices(settings().load(), List.of(secured))) {
      EngineContender ours =
          new EngineContender("the HTTP driver over TLS", same, 0, ServerCpu.of(tomcat.pid()));
      context.say("http: the driver and wrk take turns over TLS");
      var samples = context.turns(List.of(ours, new Wrk(page, CONNECTIONS, context)));
      context.profiles().take("http-tls", ours, tomcat.pid());
      results.add(BenchRow.of("http/tls", samples.get(0), samples.get(1), Wrk.NAME, AIM));
    } finally {
      SSLContext.setDefault(defaultContext);
    }
  }

  /** Trusts any certificate, as wrk does, and returns the previous default. */
  private static SSLContext trustAny(BenchContext context, URI page) throws IOException {
    try {
      SSLContext defaultContext = SSLContext.getDefault();
      ServiceTrust.apply(project(context, page, ", insecure: true").service());
      return defaultContext;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no TLS", e);
    }
  }

  private static Project project(BenchContext context, URI url, String more) throws IOException {
    Path file = context.folder().resolve(Project.FILE);
    Files.writeString(file, PROJECT.formatted(url, more, SCENARIO, CONNECTIONS));
    return ProjectFile.read(file);
  }

  private static DriverSettings settings() {
    return DriverSettings.of(new HttpDriver(), Map.of("connections", (long) CONNECTIONS));
  }

  private static HttpSession session(URI page) {
    return HttpSession.gets(page, settings().all().duration("timeout"));
  }

  /**
   * Returns a load above the maximum rate. Overdue requests are sent as soon as a connection is
   * free, so the time until the last response shows the maximum rate.
   */
  private static Load open(double rate) {
    return new Load(
        Load.Arrivals.CONSTANT,
        CONNECTIONS,
        1,
        rate,
        Duration.ZERO,
        Duration.ZERO,
        Duration.ofSeconds(1),
        settings().all().duration("timeout"),
        0,
        Shard.WHOLE);
  }

  private static Session sessions(BenchContext context, TomcatServer tomcat) throws IOException {
    URI shop = URI.create(tomcat.url() + EMPTY);
    Project project = project(context, shop, "");
    Scenario scenario = project.loads(Scenario.class).get(SCENARIO);
    ScenarioDriver driver =
        new ScenarioDriver(scenario, null, new ProcessVariables(project.file(), Map.of()));
    return driver.open(
        Environment.named("bench").at(shop),
        Target.SERVICE,
        "bench",
        DriverSettings.of(driver, Map.of()).all());
  }

  /**
   * wrk, a load generator in C, with one thread and as many connections as our driver. Its response
   * times are too coarse to be compared.
   */
  record Wrk(URI url, int connections, BenchContext context) implements Contender {

    static final String NAME = "wrk";

    private static final Pattern RESULT = Pattern.compile("(\\d+) requests in ([0-9.]+)(ms|s|m),");

    @Override
    public Sample run(Duration length) throws InterruptedException, IOException {
      long seconds = Math.max(1, Math.round(length.toMillis() / 1e3));
      List<String> command =
          List.of(NAME, "-t1", "-c" + connections, "-d" + seconds + "s", url.toString());
      String output = context.output(command, Map.of(), length.plus(TIMEOUT));
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
