package io.perfline.sims.fault;

import io.perfline.core.environment.HostPort;
import io.perfline.deploy.server.EtcdServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * An etcd cluster of three members that belongs to one case and is broken and repaired under load.
 */
public final class FaultyCluster implements AutoCloseable {

  public static final String FOLLOWER_KILLED = "follower_killed";
  public static final String LEADER_KILLED = "leader_killed";
  public static final String LEADER_STOPPED = "leader_stopped";

  private static final Duration DEAD = Duration.ofSeconds(2);
  private static final Duration STOPPED = Duration.ofSeconds(3);

  private final TemporaryServers servers;
  private final String fault;
  private final List<EtcdServer> members;
  private final List<HostPort> addresses;

  /**
   * Starts the cluster.
   *
   * @param fault one of this class's constants
   */
  public FaultyCluster(String scope, String fault) {
    this.fault = fault;
    servers = TemporaryServers.of(scope);
    members = new ArrayList<>(servers.started(EtcdServer::startThree));
    addresses = members.stream().map(EtcdServer::address).toList();
  }

  public List<HostPort> addresses() {
    return addresses;
  }

  /** Breaks a member and repairs it some seconds later; returns when it serves again. */
  public void strike(int leader) throws InterruptedException {
    int index = fault.equals(FOLLOWER_KILLED) ? (leader + 1) % members.size() : leader;
    EtcdServer member = members.get(index);
    if (fault.equals(LEADER_STOPPED)) {
      member.pause();
      try {
        Thread.sleep(STOPPED.toMillis());
      } finally {
        member.resume();
      }
    } else {
      member.kill();
      Thread.sleep(DEAD.toMillis());
      members.set(index, member.again());
      member.close();
    }
  }

  @Override
  public void close() {
    members.forEach(EtcdServer::close);
    servers.close();
  }
}
