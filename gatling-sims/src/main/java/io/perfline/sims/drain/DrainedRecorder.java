package io.perfline.sims.drain;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.HostPort;
import io.perfline.core.environment.Kafka;
import io.perfline.core.environment.RecorderService;
import io.perfline.core.file.FileTree;
import io.perfline.deploy.process.Ports;
import io.perfline.deploy.server.TomcatServer;
import io.perfline.deploy.server.TomcatSettings;
import io.perfline.deploy.tomcat.ContextPath;
import io.perfline.deploy.tomcat.ManagerClient;
import io.perfline.sims.cases.ShutdownMethod;
import io.perfline.sims.driver.RecorderAnswers;
import io.perfline.sims.driver.kafka.KafkaAdmin;
import io.perfline.sims.driver.kafka.TopicIds;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * A recorder that can be stopped. It runs in a Tomcat of its own, with its own entry points and
 * topics, on a Kafka that may be shared.
 */
public final class DrainedRecorder implements AutoCloseable {

  /** The time that container engines wait by default before they kill a process. */
  static final Duration GRACE = Duration.ofSeconds(30);

  private static final ContextPath PATH = new ContextPath("/recorder");

  private final Path home;
  private final Path war;
  private final Path directory;
  private final Kafka kafka;
  private final String topic;
  private final Map<String, String> more;
  private Path clientFile;
  private final int port = Ports.free();
  private final int kryonet = Ports.free();
  private TomcatSettings settings;
  private TomcatServer tomcat;

  /**
   * Prepares a recorder without starting it.
   *
   * @param home the root of the checkout
   * @param directory the Tomcat's folder, created if needed
   * @param kafka the Kafka in which it stores messages
   * @param scope a unique name for its topics
   * @param more further settings of the recorder, {@code RECORDER_…}, except those of its own store
   *     and entry points
   */
  public DrainedRecorder(
      Path home, Path war, Path directory, Kafka kafka, String scope, Map<String, String> more) {
    this.home = home;
    this.war = war;
    this.directory = directory;
    this.kafka = kafka;
    this.topic = scope;
    this.more = more;
  }

  /**
   * Starts the recorder and returns when it is ready.
   *
   * @throws Fault exit code 3 if it does not start
   */
  public void start() throws IOException, InterruptedException {
    Files.createDirectories(directory);
    // Tomcat would start the applications that an earlier run left there.
    FileTree.delete(directory.resolve("webapps"));
    settings = TomcatSettings.defaults().withPort(port).withVariables(variables());
    tomcat = TomcatServer.start(home, directory, settings);
    deploy();
    awaitReady();
  }

  private Map<String, String> variables() throws IOException {
    Map<String, String> variables = new TreeMap<>(more);
    variables.put("RECORDER_STORE", "kafka");
    variables.put("RECORDER_KAFKA_BOOTSTRAP", kafka.bootstrap());
    variables.put("RECORDER_KAFKA_TOPIC", topic);
    variables.put("RECORDER_KAFKA_IN", "true");
    variables.put("RECORDER_KAFKA_IN_TOPIC", in());
    variables.put("RECORDER_KAFKA_ACKS_TOPIC", acknowledgements());
    variables.put("RECORDER_KAFKA_DEAD_TOPIC", topic + ".dead");
    variables.put("RECORDER_KAFKA_GROUP", topic);
    variables.put("RECORDER_KRYONET_PORTS", Integer.toString(kryonet));
    if (!kafka.client().isEmpty()) {
      variables.put("RECORDER_KAFKA_PROPERTIES", clientProperties().toString());
    }
    return variables;
  }

  /** Writes the client properties, which may contain a password, readable by the owner only. */
  private Path clientProperties() throws IOException {
    Path file = Files.createTempFile(directory, "kafka", ".properties");
    clientFile = file;
    Properties properties = new Properties();
    properties.putAll(kafka.client());
    try (OutputStream out = Files.newOutputStream(file)) {
      properties.store(out, null);
    }
    return file;
  }

  private void deleteClientFile() {
    try {
      if (clientFile != null) {
        Files.deleteIfExists(clientFile);
      }
    } catch (IOException e) {
      throw Fault.noVerdict(
          "cannot delete %s, which contains a password: %s".formatted(clientFile, e), e);
    }
  }

  private String in() {
    return topic + ".in";
  }

  private String acknowledgements() {
    return topic + ".acks";
  }

  Environment in(Environment environment) {
    return environment.with(
        new RecorderService(
            url(), List.of(new HostPort("127.0.0.1", kryonet)), in(), acknowledgements()));
  }

  /** Returns the commit that the recorder reports. */
  public String commit() throws InterruptedException {
    return new RecorderAnswers(url()).commit();
  }

  /** Starts counting the messages that the recorder stores. */
  TopicIds stored() throws InterruptedException {
    return new TopicIds(kafka, topic);
  }

  /**
   * @return the duration of the shutdown; for a redeployment, until the new one was ready
   */
  Duration end(ShutdownMethod method) throws InterruptedException {
    long from = System.nanoTime();
    switch (method) {
      case SIGTERM -> tomcat.terminate(GRACE);
      case UNDEPLOY -> new ManagerClient(tomcat.environment()).undeploy(PATH, Optional.empty());
      case REDEPLOY -> {
        deploy();
        awaitReady();
      }
    }
    return Duration.ofNanos(System.nanoTime() - from);
  }

  /** Starts the recorder again after any shutdown, and returns when it is ready. */
  void startAgain(ShutdownMethod method) throws InterruptedException {
    if (method == ShutdownMethod.SIGTERM) {
      tomcat.close();
      tomcat =
          TomcatServer.start(home, directory, settings); // It deploys the WAR that is still there.
    } else if (method == ShutdownMethod.UNDEPLOY) {
      deploy();
    }
    awaitReady();
  }

  private void deploy() throws InterruptedException {
    new ManagerClient(tomcat.environment()).deploy(war, PATH, Optional.empty());
  }

  private void awaitReady() throws InterruptedException {
    new RecorderAnswers(url()).awaitStarted();
  }

  private URI url() {
    return URI.create("http://127.0.0.1:" + port + PATH.path());
  }

  /** Stops the recorder and removes its stored messages. */
  @Override
  public void close() {
    try {
      if (tomcat != null) {
        tomcat.close();
        KafkaAdmin.deleteTopics(kafka, List.of(topic, in(), acknowledgements(), topic + ".dead"));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      deleteClientFile();
    }
  }
}
