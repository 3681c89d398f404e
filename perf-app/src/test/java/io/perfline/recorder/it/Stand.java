package io.perfline.recorder.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.environment.Tomcat;
import io.perfline.core.file.FileTree;
import io.perfline.deploy.process.Ports;
import io.perfline.deploy.server.CassandraServer;
import io.perfline.deploy.server.KafkaServer;
import io.perfline.deploy.server.Server;
import io.perfline.deploy.server.TomcatServer;
import io.perfline.deploy.server.TomcatSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * One Tomcat with a recorder for each store, one Kafka and one Cassandra for all tests of this JVM.
 * Each server starts when a test first needs it and ends with the JVM.
 */
final class Stand {

  /** The recorders by context path. */
  enum At {
    M("memory"),
    K("kafka"),
    C("cassandra");

    final String store;
    final int kryonetPort = Ports.free();

    At(String store) {
      this.store = store;
    }

    String path() {
      return "/" + name().toLowerCase(Locale.ROOT);
    }
  }

  static final Path HOME = Path.of(System.getProperty("perf.home"));
  static final Path WAR = HOME.resolve("perf-app/target/recorder.war");

  /** Kryonet port of {@code /tight}, which has room for one message and two Kryonet clients. */
  static final int TIGHT_KRYONET_PORT = Ports.free();

  private static final int KAFKA_PORT = Ports.free();
  private static final int CASSANDRA_PORT = Ports.free();
  private static final Path DIRECTORY = directory();
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static TomcatSettings settings;
  private static TomcatServer tomcat;
  private static KafkaServer kafka;
  private static CassandraServer cassandra;

  private Stand() {}

  static synchronized TomcatServer tomcat() {
    if (tomcat == null) {
      settings = Recorders.settings(KAFKA_PORT, CASSANDRA_PORT).withPort(Ports.free());
      tomcat = TomcatServer.start(HOME, DIRECTORY.resolve("tomcat"), settings);
    }
    return tomcat;
  }

  /** Stops Tomcat by SIGTERM, like an operator, and restarts it with all applications. */
  static synchronized void restartTomcat() {
    tomcat().close();
    tomcat = TomcatServer.start(HOME, DIRECTORY.resolve("tomcat"), settings);
  }

  static synchronized KafkaServer kafka() {
    if (kafka == null || !kafka.isAlive()) {
      kafka = KafkaServer.start(HOME, DIRECTORY.resolve("kafka"), KAFKA_PORT);
    }
    return kafka;
  }

  static synchronized CassandraServer cassandra() {
    if (cassandra == null || !cassandra.isAlive()) {
      cassandra = CassandraServer.start(HOME, DIRECTORY.resolve("cassandra"), CASSANDRA_PORT);
    }
    return cassandra;
  }

  /** Kills the store of a recorder, deletes all that it has stored, and starts it again. */
  static synchronized void loseStore(At at) {
    Server<?> store = at == At.K ? kafka() : cassandra();
    store.kill();
    try {
      FileTree.delete(DIRECTORY.resolve(at.store).resolve("data"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat((at == At.K ? kafka() : cassandra()).isAlive()).isTrue();
  }

  static String bootstrap() {
    return "127.0.0.1:" + KAFKA_PORT;
  }

  static int cassandraPort() {
    return CASSANDRA_PORT;
  }

  /** Deploys or redeploys the recorder and returns the manager's response. */
  static String deploy(String path) {
    return manager("/deploy?path=" + path + "&update=true", WAR);
  }

  static void undeploy(String path) {
    manager("/undeploy?path=" + path, null);
  }

  /**
   * Returns the number of undeployed applications that are still in memory after a garbage
   * collection. Tomcat's own search for leaks also reports some that only its searching thread
   * references.
   */
  static long gone() {
    long deployed = manager("/list", null).lines().filter(line -> line.startsWith("/")).count();
    return Footprint.count(tomcat().pid(), "org.apache.catalina.loader.WebappClassLoader")
        - deployed;
  }

  /** Writes a heap dump of Tomcat to a file. */
  static Path dump() {
    Path file = DIRECTORY.resolve("tomcat.hprof");
    Footprint.dump(tomcat().pid(), file);
    return file;
  }

  private static String manager(String command, Path upload) {
    Tomcat manager = tomcat().environment();
    String login = manager.user() + ":" + manager.password();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(manager.manager() + command))
            .timeout(Duration.ofMinutes(2))
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder()
                        .encodeToString(login.getBytes(StandardCharsets.US_ASCII)));
    try {
      if (upload != null) {
        request.PUT(HttpRequest.BodyPublishers.ofFile(upload));
      }
      return send(request.build()).body();
    } catch (IOException e) {
      throw new UncheckedIOException(command, e);
    }
  }

  /**
   * Deploys the recorder with this store, starts the store if necessary, and waits until it is
   * ready.
   */
  static void ready(At at) {
    if (at != At.M) {
      kafka();
    }
    if (at == At.C) {
      cassandra();
    }
    if (get(at.path() + "/version").statusCode() != 200) {
      String line = deploy(at.path());
      if (!line.startsWith("OK")) {
        throw new AssertionError(line);
      }
    }
    await(Duration.ofSeconds(60), at + " is ready", () -> isReady(at));
  }

  static boolean isReady(At at) {
    return get(at.path() + "/health").body().contains("\"ready\":true,\"parts\"");
  }

  static URI uri(String path) {
    return tomcat().url().resolve(path);
  }

  static HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(20)).build());
  }

  static HttpResponse<String> send(HttpRequest request) {
    try {
      return HTTP.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(request.toString(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  static void await(Duration limit, String what, BooleanSupplier condition) {
    await(limit, Duration.ofMillis(50), what, condition);
  }

  /** Waits for a condition that takes the server's processors, such as a garbage collection. */
  static void awaitCollected(Duration limit, String what, BooleanSupplier condition) {
    await(limit, Duration.ofMillis(500), what, condition);
  }

  private static void await(
      Duration limit, Duration interval, String what, BooleanSupplier condition) {
    long end = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("not within " + limit + ": " + what);
      }
      LockSupport.parkNanos(interval.toNanos());
    }
  }

  /** Returns Tomcat's logs, for the message of a failed test. */
  static String logs() {
    try (Stream<Path> files = Files.list(tomcat().logs())) {
      StringBuilder all = new StringBuilder();
      for (Path file : files.sorted().toList()) {
        all.append(Files.readString(file));
      }
      return all.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path directory() {
    try {
      Path base = Files.createDirectories(HOME.resolve("perf-app/target/stand"));
      return Files.createTempDirectory(base, "run");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
