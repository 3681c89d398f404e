package io.perfline.sims.capture;

import io.perfline.core.command.Fault;
import io.perfline.core.command.ShutdownHook;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./perfline capture}: records the HTTP traffic between clients and a service. */
@Command(
    name = "capture",
    description = "Records the HTTP traffic that passes through a proxy, to be replayed.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the traffic was recorded",
      "2:wrong usage or configuration",
      "3:nothing was recorded, or FILE is not complete"
    },
    footer = {
      "",
      "Send the clients to http://127.0.0.1:PORT instead of URL; Ctrl-C ends it.",
      "FILE has one exchange per line, as JSON. Secrets are masked before they are",
      "stored: headers such as Authorization and Cookie, and headers, parameters,",
      "form fields and JSON keys with the name of a secret or of --mask. A replay",
      "takes its credentials from 'service.auth' of perf.yml. Bodies of requests in",
      "which nothing can be masked, such as uploads, are stored only with --all-bodies.",
      "No body may be longer than 8 MiB.",
      "",
      "In perf.yml: load: {shop: {replay: FILE, speed: 2x, fields: [/total]}}"
    })
public final class CaptureCommand implements Callable<Integer> {

  private static final long STEP_MILLIS = 200;

  @Spec private CommandSpec spec;

  @Option(
      names = "--listen",
      paramLabel = "[HOST:]PORT",
      required = true,
      description = "Address on which the proxy listens; default HOST: 127.0.0.1.")
  private String listen;

  @Option(
      names = "--to",
      paramLabel = "URL",
      required = true,
      description = "Address of the service, such as http://host:8080.")
  private URI target;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "capture.jsonl",
      description = "The recording; default ${DEFAULT-VALUE}. It must not exist.")
  private Path out;

  @Option(
      names = "--mask",
      paramLabel = "NAME",
      split = ",",
      description = "Further headers, parameters, form fields and JSON keys to mask.")
  private List<String> masked = List.of();

  @Option(
      names = "--all-bodies",
      description = "Also stores request bodies in which nothing can be masked, unchanged.")
  private boolean allBodies;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Ends the recording after N seconds; by default Ctrl-C ends it.")
  private Integer seconds;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter print = spec.commandLine().getOut();
    InetSocketAddress address = address(listen);
    URI service = service(target);
    if (Files.exists(out)) {
      throw Fault.configuration("%s exists: name another file with --out".formatted(out));
    }
    CountDownLatch ended = new CountDownLatch(1);
    CountDownLatch written = new CountDownLatch(1);
    ShutdownHook hook = ShutdownHook.of("perfline-capture-end", () -> end(ended, written));
    try (CaptureFile file = new CaptureFile(out);
        CaptureProxy proxy =
            new CaptureProxy(address, service, new SecretMask(masked), allBodies, file)) {
      print.printf(
          "recording http://%s:%d to %s into %s%s%n",
          address.getHostString(),
          proxy.port(),
          service,
          out,
          seconds == null ? "; Ctrl-C ends it" : "");
      print.flush();
      await(ended, proxy);
      proxy.close();
      file.close();
      return report(proxy, file, print);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot record %s into %s: %s".formatted(service, out, e), e);
    } finally {
      written.countDown();
      hook.cancel();
    }
  }

  private static void end(CountDownLatch ended, CountDownLatch written) {
    ended.countDown();
    try {
      if (!written.await(10, TimeUnit.SECONDS)) {
        System.err.println("perfline capture: the recording may lack its last exchanges");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void await(CountDownLatch ended, CaptureProxy proxy)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Duration longest = seconds == null ? Duration.ofDays(365) : Duration.ofSeconds(seconds);
    while (!ended.await(STEP_MILLIS, TimeUnit.MILLISECONDS)
        && System.nanoTime() - begin < longest.toNanos()) {
      if (proxy.failure() != null) {
        throw proxy.failure();
      }
    }
  }

  private int report(CaptureProxy proxy, CaptureFile file, PrintWriter print) throws IOException {
    if (proxy.failure() != null) {
      throw proxy.failure();
    }
    print.printf("%s: %d exchanges%n", out, file.written());
    if (proxy.bodiesLeftOut() > 0) {
      print.printf(
          "%d requests were stored without their bodies and can't be replayed: --all-bodies%n",
          proxy.bodiesLeftOut());
    }
    if (proxy.unanswered() > 0) {
      print.printf("%d requests got no answer and were not stored%n", proxy.unanswered());
    }
    print.flush();
    if (proxy.refused() > 0) {
      throw Fault.noVerdict(
          "%s is not complete: the proxy refused %d requests, the first one was %s"
              .formatted(out, proxy.refused(), proxy.firstRefusal()));
    } else if (file.written() == 0) {
      throw Fault.noVerdict(
          "nothing was recorded: send the clients to the proxy instead of " + target);
    }
    return 0;
  }

  private static InetSocketAddress address(String listen) {
    int colon = listen.lastIndexOf(':');
    String host = colon < 0 ? null : listen.substring(0, colon);
    try {
      int port = Integer.parseInt(listen.substring(colon + 1));
      InetSocketAddress address =
          host == null
              ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
              : new InetSocketAddress(host, port);
      if (!address.isUnresolved()) {
        return address;
      }
    } catch (IllegalArgumentException notAPort) {
      throw Fault.configuration("--listen: expected [HOST:]PORT, found '%s'".formatted(listen));
    }
    throw Fault.configuration("--listen: the host of '%s' is not known".formatted(listen));
  }

  /** Returns the address without its trailing slash. */
  private static URI service(URI target) {
    boolean right =
        String.valueOf(target.getScheme()).matches("https?")
            && target.getHost() != null
            && target.getQuery() == null
            && target.getUserInfo() == null;
    if (!right) {
      throw Fault.configuration(
          "--to: expected an address such as http://127.0.0.1:8080, found '%s'".formatted(target));
    }
    try {
      return new URI(target.toString().replaceFirst("/+$", ""));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
