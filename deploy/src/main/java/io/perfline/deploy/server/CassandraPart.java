package io.perfline.deploy.server;

import io.perfline.core.environment.HostPort;
import io.perfline.deploy.process.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A Cassandra node, which loses nothing that it has acknowledged when it is killed: a write waits
 * for the next sync of the commit log, and a schema change for the flush of its tables. Node 1 is
 * the seed; node 2 joins it on 127.0.0.2 with the same ports.
 *
 * @param jmxPort the JMX port on loopback, for nodetool; each node has its own
 * @param authenticator the value of {@code authenticator} in {@code cassandra.yaml}
 * @param more additional lines of {@code cassandra.yaml}; empty for none
 */
public record CassandraPart(
    Path home,
    Path directory,
    int node,
    int port,
    int storagePort,
    int jmxPort,
    int heapMib,
    String authenticator,
    String more)
    implements Part {

  /** The authenticator that accepts every client. */
  static final String ANYBODY = "AllowAllAuthenticator";

  public CassandraPart(
      Path home, Path directory, int node, int port, int storagePort, int jmxPort, int heapMib) {
    this(home, directory, node, port, storagePort, jmxPort, heapMib, ANYBODY, "");
  }

  private static final List<String> EXPORTS =
      List.of(
          "java.base/jdk.internal.misc",
          "java.base/jdk.internal.ref",
          "java.base/sun.nio.ch",
          "java.management.rmi/com.sun.jmx.remote.internal.rmi",
          "java.rmi/sun.rmi.registry",
          "java.rmi/sun.rmi.server",
          "java.sql/java.sql",
          "jdk.attach/sun.tools.attach");

  private static final List<String> OPENS =
      List.of(
          "java.base/java.lang.module",
          "java.base/jdk.internal.loader",
          "java.base/jdk.internal.ref",
          "java.base/jdk.internal.reflect",
          "java.base/jdk.internal.math",
          "java.base/jdk.internal.module",
          "java.base/jdk.internal.util.jar",
          "java.base/sun.nio.ch",
          "java.base/java.io",
          "java.base/java.lang",
          "java.base/java.lang.reflect",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.atomic",
          "java.base/java.nio",
          "jdk.management/com.sun.management.internal");

  @Override
  public String name() {
    return node == 1 ? "cassandra" : "cassandra-" + node;
  }

  @Override
  public HostPort address() {
    return new HostPort("127.0.0." + node, port);
  }

  @Override
  public List<String> prepare() throws IOException {
    PrivateFiles.write(
        directory.resolve("cassandra.yaml"),
        Template.fill(
            "cassandra.yaml",
            Map.of(
                "host",
                address().host(),
                "port",
                port,
                "storage_port",
                storagePort,
                "authenticator",
                authenticator,
                "more",
                more)));
    PrivateFiles.write(directory.resolve("logback.xml"), Template.text("logback.xml"));
    PrivateFiles.directory(directory.resolve("temp"));
    return command();
  }

  private List<String> command() {
    ServerArtifacts resolved = new ServerArtifacts(home);
    List<String> command = new ArrayList<>();
    command.add(ServerArtifacts.java());
    command.addAll(List.of("-Xms" + heapMib + "m", "-Xmx" + heapMib + "m"));
    command.add("-XX:+ExitOnOutOfMemoryError");
    // A memtable grows in slabs of 1 MiB. With G1 regions of 1 or 2 MiB each slab is a humongous
    // object and takes 2 MiB of the heap.
    command.add("-XX:G1HeapRegionSize=8m");
    command.add("-javaagent:" + resolved.jar("cassandra", "jamm-"));
    access("--add-exports", EXPORTS).forEach(command::add);
    access("--add-opens", OPENS).forEach(command::add);
    command.addAll(
        List.of(
            "-Dfile.encoding=UTF-8",
            "-Djdk.attach.allowAttachSelf=true",
            "-Dio.netty.tryReflectionSetAccessible=true",
            "-Djava.io.tmpdir=" + directory.resolve("temp"),
            "-Dlogback.configurationFile=" + directory.resolve("logback.xml").toUri(),
            "-Dcassandra.config=" + directory.resolve("cassandra.yaml").toUri(),
            "-Dcassandra.storagedir=" + directory.resolve("data"),
            "-Dcassandra.jmx.local.port=" + jmxPort,
            // It estimates the overhead of a row at each start, by default from 100,000 rows.
            "-Dcassandra.memtable_row_overhead_computation_step=1000",
            // A single node has no other nodes to wait for.
            "-Dcassandra.superuser_setup_delay_ms=0",
            "-Dcassandra.skip_wait_for_gossip_to_settle=0",
            "-Dcassandra.ring_delay_ms=2000",
            "-Dcassandra.shutdown_announce_in_ms=0",
            "-Dcassandra-foreground=yes",
            "-cp",
            resolved.classpath("cassandra"),
            "org.apache.cassandra.service.CassandraDaemon"));
    return command;
  }

  private static Stream<String> access(String option, List<String> packages) {
    return packages.stream().map(name -> option + "=" + name + "=ALL-UNNAMED");
  }

  @Override
  public boolean answers() throws IOException {
    return ProtocolProbe.cassandraSupports(address());
  }
}
