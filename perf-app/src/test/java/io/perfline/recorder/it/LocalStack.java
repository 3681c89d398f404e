package io.perfline.recorder.it;

import io.perfline.core.environment.Environment;
import io.perfline.core.environment.Tomcat;
import io.perfline.core.environment.Variables;
import io.perfline.core.sample.TestMain;
import io.perfline.deploy.process.Ports;
import io.perfline.deploy.stack.StackCommand;
import io.perfline.deploy.stack.StackDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The stack that {@code ./perfline stack up} starts by the recorder's perf.yml, in a home of its
 * own, with a recorder for each store. Unlike {@link Stand}, it has no options for tests.
 */
final class LocalStack {

  /** A recorder with all entry points. */
  record Recorder(String store, URI url, int kryonetPort, String topicIn, String topicAcks) {}

  private static final String IN_CASSANDRA = "RECORDER_CASSANDRA_";
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final int ATTEMPTS = 5;

  private final Path home;
  private final int kryonetPort = Ports.free();

  private LocalStack(Path home) {
    this.home = home;
  }

  /** Prepares a stack in a new folder below {@code target}. */
  static LocalStack in(String name) {
    try {
      Path base = Files.createDirectories(Stand.HOME.resolve("perf-app/target/stacks"));
      Path home = Files.createTempDirectory(base, name);
      Files.createSymbolicLink(home.resolve("deploy"), Stand.HOME.resolve("deploy"));
      return new LocalStack(home);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Starts the servers that don't run, and waits until each answers. On a busy machine that may
   * take several attempts.
   */
  void up() throws Exception {
    int code = startUp().waitFor();
    for (int attempt = 1; code != 0 && attempt < ATTEMPTS; attempt++) {
      code = startUp().waitFor();
    }
    if (code != 0) {
      throw new AssertionError("stack up: exit code %d; see above".formatted(code));
    }
  }

  /** Starts {@code ./perfline stack up} without waiting for its end. */
  Process startUp() throws IOException {
    return start("up", "--file", Stand.HOME.resolve("perf.yml").toString());
  }

  void down() throws Exception {
    start("down").waitFor();
  }

  private Process start(String... arguments) throws IOException {
    List<String> command =
        Stream.concat(
                Stream.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-Dperf.home=" + home,
                    "-cp",
                    System.getProperty("java.class.path"),
                    TestMain.class.getName(),
                    StackCommand.class.getName(),
                    "stack"),
                Stream.of(arguments))
            .toList();
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.matches("PERF_.*|GRAFANA_HOME|JDK_JAVA_OPTIONS"));
    // The recorder with the store cassandra has no entry points for messages by default.
    environment.put(IN_CASSANDRA + "KRYONET_PORTS", Integer.toString(kryonetPort));
    environment.put(IN_CASSANDRA + "KAFKA_IN", "true");
    environment.put(IN_CASSANDRA + "KAFKA_IN_TOPIC", "recordings-cassandra.in");
    environment.put(IN_CASSANDRA + "KAFKA_ACKS_TOPIC", "recordings-cassandra.acks");
    environment.put(IN_CASSANDRA + "KAFKA_DEAD_TOPIC", "recordings-cassandra.dead");
    environment.put(IN_CASSANDRA + "KAFKA_GROUP", "recorder-cassandra");
    return builder.start();
  }

  /** Deploys both recorders and waits until they are ready. */
  void deploy() {
    for (Recorder recorder : recorders()) {
      Tomcat manager = environment().tomcat();
      String login = manager.user() + ":" + manager.password();
      try {
        String answer =
            Stand.send(
                    HttpRequest.newBuilder(
                            URI.create(
                                manager.manager()
                                    + "/deploy?update=true&path="
                                    + recorder.url().getPath()))
                        .timeout(LIMIT)
                        .header(
                            "Authorization",
                            "Basic "
                                + Base64.getEncoder()
                                    .encodeToString(login.getBytes(StandardCharsets.US_ASCII)))
                        .PUT(HttpRequest.BodyPublishers.ofFile(Stand.WAR))
                        .build())
                .body();
        if (!answer.startsWith("OK")) {
          throw new AssertionError(answer);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      Stand.await(LIMIT, recorder + " is ready", () -> isReady(recorder));
    }
  }

  private static boolean isReady(Recorder recorder) {
    return Stand.send(
                HttpRequest.newBuilder(URI.create(recorder.url() + "/health/ready"))
                    .timeout(Duration.ofSeconds(20))
                    .build())
            .statusCode()
        == 200;
  }

  /** Kills a server, which runs. */
  void kill(String part) {
    process(part).orElseThrow(() -> new AssertionError(part + " does not run")).destroyForcibly();
  }

  /** Kills a server some time after it was started; returns false if it was not within a minute. */
  boolean killWhenStarted(String part, Duration after) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (process(part).isEmpty() && System.nanoTime() - end < 0) {
      Thread.sleep(20);
    }
    Thread.sleep(after.toMillis());
    Optional<ProcessHandle> started = process(part);
    started.ifPresent(ProcessHandle::destroyForcibly);
    return started.isPresent();
  }

  private Optional<ProcessHandle> process(String part) {
    return Optional.ofNullable(StackDirectory.processes(home).get(part));
  }

  List<Recorder> recorders() {
    Environment here = environment();
    URI url = here.recorder().url();
    return List.of(
        new Recorder(
            "kafka",
            url,
            here.recorder().kryonet().get(0).port(),
            "recordings.in",
            "recordings.acks"),
        new Recorder(
            "cassandra",
            URI.create(url + "-cassandra"),
            kryonetPort,
            "recordings-cassandra.in",
            "recordings-cassandra.acks"));
  }

  String bootstrap() {
    return "127.0.0.1:" + variable("PERF_KAFKA_PORT");
  }

  int cassandraPort() {
    return Integer.parseInt(variable("PERF_CASSANDRA_PORT"));
  }

  private String variable(String name) {
    return Variables.of(home, Map.of()).get(name);
  }

  private Environment environment() {
    return Environment.load(
        Stand.HOME.resolve("deploy/environments/local.yml"), Variables.of(home, Map.of()));
  }
}
