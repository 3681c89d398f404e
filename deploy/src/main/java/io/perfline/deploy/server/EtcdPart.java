package io.perfline.deploy.server;

import static java.util.stream.Collectors.joining;

import io.perfline.core.environment.HostPort;
import io.perfline.core.project.HttpProbe;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A member of an etcd cluster, or a single etcd. Member {@code n} has the address 127.0.0.n; all
 * members have the same ports.
 *
 * @param name the name in {@code ./perfline stack status}
 * @param member the number of this member, from 1
 */
public record EtcdPart(
    Path home, Path directory, String name, int member, int members, int port, int peerPort)
    implements Part {

  /** The name of a single etcd. */
  public static final String NAME = "etcd";

  /** The size of the database, in bytes, above which etcd refuses writes. */
  private static final String QUOTA_BYTES = Long.toString(8L << 30);

  public static EtcdPart ofThree(Path home, Path directory, int member, int port, int peerPort) {
    return new EtcdPart(home, directory, NAME + "-" + member, member, 3, port, peerPort);
  }

  public static EtcdPart alone(Path home, Path directory, int port, int peerPort) {
    return new EtcdPart(home, directory, NAME, 1, 1, port, peerPort);
  }

  @Override
  public HostPort address() {
    return new HostPort("127.0.0." + member, port);
  }

  @Override
  public List<String> prepare() throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(ServerProgram.ETCD.command(ServerProgram.ETCD.find(home, System.getenv())));
    String clients = "http://" + address();
    String peers = "http://127.0.0.%d:%d".formatted(member, peerPort);
    String cluster =
        IntStream.rangeClosed(1, members)
            .mapToObj(other -> "member-%d=http://127.0.0.%d:%d".formatted(other, other, peerPort))
            .collect(joining(","));
    command.addAll(
        List.of(
            "--name=member-" + member,
            "--data-dir=data",
            "--listen-client-urls=" + clients,
            "--advertise-client-urls=" + clients,
            "--listen-peer-urls=" + peers,
            "--initial-advertise-peer-urls=" + peers,
            "--initial-cluster=" + cluster,
            "--initial-cluster-state=new",
            "--quota-backend-bytes=" + QUOTA_BYTES,
            // Old revisions of keys are deleted, because a nightly run writes millions of keys.
            "--auto-compaction-mode=revision",
            "--auto-compaction-retention=1000",
            "--logger=zap",
            "--log-level=warn"));
    return command;
  }

  /** Returns whether this member can read through its cluster, which requires a leader. */
  @Override
  public boolean answers() throws IOException, InterruptedException {
    return new HttpProbe(URI.create("http://" + address())).get("/health").status() == 200;
  }
}
