package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import io.perfline.core.command.ShutdownHook;
import io.perfline.deploy.process.Ports;
import io.perfline.deploy.process.SystemTool;
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
 * Compares HTTP/2 scenarios with h2load, by one connection with several streams to nghttpd, driven
 * by one thread. One scenario always sends the same request; another one fills in templates and
 * checks the responses.
 */
final class Http2Bench implements Benchmark {

  private static final String NAME = "http2";
  private static final String SERVER = "nghttpd";
  private static final int STREAMS = 32;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
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
      URI service = URI.create("http://127.0.0.1:" + port);
      ScenarioBench bench =
          new ScenarioBench(
              NAME, PROJECT.formatted(service), STREAMS, false, (scenario, http2) -> http2);
      H2load peer = new H2load(service, context);
      bench.compare(context, server.pid(), peer, H2load.NAME, 1, results);
    } finally {
      server.destroyForcibly();
      atExit.cancel();
    }
  }

  /** Waits until a server listens. */
  static void await(String name, Process server, int port) throws InterruptedException {
    long end = System.nanoTime() + TIMEOUT.toNanos();
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

  /** h2load, a load generator in C, with one thread, one connection and as many streams as ours. */
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
