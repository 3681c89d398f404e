package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.dist.Installation.Ended;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A repository with a service whose delay is a file, and the repository that it is pushed to. */
final class HostedProject {

  private static final String SHOP =
      """
      import com.sun.net.httpserver.HttpServer;
      import java.net.InetSocketAddress;
      import java.nio.file.*;
      import java.util.concurrent.Executors;

      public class Shop {
        public static void main(String[] args) throws Exception {
          long delay = Long.parseLong(Files.readString(Path.of("delay.txt")).strip());
          var address = new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0]));
          var server = HttpServer.create(address, 0);
          server.setExecutor(Executors.newFixedThreadPool(8));
          server.createContext("/", exchange -> {
            order(delay);
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("ok".getBytes());
            exchange.close();
          });
          server.start();
        }

        static void order(long millis) {
          try {
            Thread.sleep(millis);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        }
      }
      """;

  private static final String PROJECT =
      """
      version: 1
      name: shop
      service:
        command: exec '%s' -Dsun.net.httpserver.nodelay=true Shop.java ${PORT}
        ready: {get: /}
      load: {home: {connections: 4, requests: [{get: /}]}}
      profiles: {commit: {warm_up: 1 s, warm_up_most: 2 s, duration: 6 s, at_most: 12 s}}
      """;

  private static final String THRESHOLDS =
      """
      version: 1
      defaults: {min_samples: 20}
      valid_run: {generator_cpu: "<= 100 %", achieved_rate: ">= 1 %"}
      baselines: {previous: {paired: true}}
      thresholds:
        - {id: slower, case: paired/*, metric: service_time.p50, pass: "<= +100 %", baseline: previous}
      """;

  private final Path folder;
  private final Path origin;

  /**
   * @param remote the address of the repository at its host, which nothing is sent to
   */
  HostedProject(Path folder, String remote) throws IOException, InterruptedException {
    this.folder = Files.createDirectories(folder.resolve("shop"));
    origin = folder.resolve("origin.git");
    write("Shop.java", SHOP);
    write("perf.yml", PROJECT.formatted(Path.of(System.getProperty("java.home"), "bin/java")));
    write("thresholds.yml", THRESHOLDS);
    git("init", "-q", "-b", "main");
    git("remote", "add", "origin", remote);
    git("init", "-q", "--bare", "-b", "main", origin.toString());
  }

  Path folder() {
    return folder;
  }

  /** Returns the address of the repository from which jobs clone. */
  URI origin() {
    return URI.create("file://" + origin);
  }

  void write(String file, String text) throws IOException {
    Files.createDirectories(folder.resolve(file).getParent());
    Files.writeString(folder.resolve(file), text);
  }

  /** Commits a delay of the service, pushes the branch, and returns the id of the commit. */
  String commit(String branch, int delayMillis) throws IOException, InterruptedException {
    write("delay.txt", delayMillis + "\n");
    git("checkout", "-q", "-B", branch);
    git("add", ".");
    git(
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@localhost",
        "commit",
        "-q",
        "-m",
        "d" + delayMillis);
    git("push", "-q", origin.toString(), branch);
    return git("rev-parse", "HEAD").strip();
  }

  private String git(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    Ended ended = Installation.run(folder, command);
    assertThat(ended.code()).as("%s: %s", command, ended).isZero();
    return ended.text();
  }
}
