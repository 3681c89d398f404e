package io.perfline.deploy.server;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.HostPort;
import io.perfline.deploy.process.LogExcerpt;
import io.perfline.deploy.process.PrivateFiles;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A Kafka broker in KRaft mode. Node 1 is also the controller; node 2 is a broker on 127.0.0.2.
 *
 * @param cluster the id of the cluster, the same for both nodes
 * @param settings further lines of the configuration, which override the same keys
 * @param disk the disk mounted at the broker's data folder; null if data is in {@code directory}
 */
public record KafkaPart(
    Path home,
    Path directory,
    int node,
    int port,
    int controllerPort,
    String cluster,
    int heapMib,
    String settings,
    TmpfsDisk disk)
    implements Part {

  /** Returns a random id for a new cluster. */
  public static String newCluster() {
    UUID id = UUID.randomUUID();
    ByteBuffer bytes = ByteBuffer.allocate(16);
    // The top bit is 0 so that the id doesn't start with a dash, which Kafka's tool would parse as
    // an option.
    bytes
        .putLong(id.getMostSignificantBits() & Long.MAX_VALUE)
        .putLong(id.getLeastSignificantBits());
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
  }

  @Override
  public String name() {
    return node == 1 ? "kafka" : "kafka-" + node;
  }

  @Override
  public HostPort address() {
    return new HostPort("127.0.0." + node, port);
  }

  @Override
  public List<String> prepare() throws IOException, InterruptedException {
    boolean first = node == 1;
    String broker = "BROKER://" + address();
    String control = first ? ",CONTROLLER://127.0.0.1:" + controllerPort : "";
    PrivateFiles.write(
        directory.resolve("kafka.properties"),
        Template.fill(
            "kafka.properties",
            Map.of(
                "which",
                first ? " that is its own controller" : "",
                "roles",
                first ? "broker,controller" : "broker",
                "node",
                node,
                "controller_port",
                controllerPort,
                "listeners",
                broker + control,
                "advertised",
                broker,
                "settings",
                settings)));
    PrivateFiles.write(directory.resolve("logback.xml"), Template.text("logback.xml"));
    Path formatted = directory.resolve("data/meta.properties");
    if (!(disk == null ? formatted.toFile() : disk.outside(formatted)).exists()) {
      format();
    }
    List<String> command = new ArrayList<>();
    command.add(ServerArtifacts.java());
    command.add("-Xmx" + heapMib + "m");
    command.addAll(common());
    command.addAll(List.of("kafka.Kafka", "kafka.properties"));
    return onDisk(command);
  }

  private List<String> onDisk(List<String> command) {
    return disk == null ? command : disk.entered(directory, command);
  }

  private List<String> common() {
    return List.of(
        "-XX:+ExitOnOutOfMemoryError",
        "-Dfile.encoding=UTF-8",
        "-Dlogback.configurationFile=" + directory.resolve("logback.xml").toUri(),
        "-cp",
        new ServerArtifacts(home).classpath("kafka"));
  }

  private void format() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(ServerArtifacts.java());
    command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(common());
    command.addAll(List.of("kafka.tools.StorageTool", "format", "--ignore-formatted"));
    command.addAll(List.of("--cluster-id", cluster, "--config", "kafka.properties"));
    Path log = log().resolveSibling("format.log");
    Process format =
        new ProcessBuilder(onDisk(command))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(log.toFile()))
            .start();
    try {
      if (format.waitFor() != 0) {
        throw Fault.noVerdict(
            "cannot format the storage of %s: %s"
                .formatted(name(), LogExcerpt.from(log, 0, 1 << 16).strip()));
      }
    } finally {
      format.destroyForcibly();
    }
  }

  /** Returns whether this broker has joined the cluster and knows at least {@code node} brokers. */
  @Override
  public boolean answers() throws IOException {
    return ProtocolProbe.kafkaBrokers(address()) >= node;
  }
}
