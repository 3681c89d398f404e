package io.perfline.sims.driver.etcd;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.maintenance.StatusResponse;
import io.perfline.core.environment.HostPort;
import io.perfline.deploy.stack.EtcdServer;
import io.perfline.sims.driver.TemporaryServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A cluster of three that belongs to one case, to be broken under its load and mended. */
final class BrokenCluster implements AutoCloseable {

  static final String FOLLOWER_KILLED = "follower_killed";
  static final String LEADER_KILLED = "leader_killed";
  static final String LEADER_STOPPED = "leader_stopped";

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration DEAD = Duration.ofSeconds(2);
  private static final Duration STOPPED = Duration.ofSeconds(3);

  private final TemporaryServers servers;
  private final String fault;
  private final List<EtcdServer> members;
  private final List<HostPort> addresses;

  private BrokenCluster(TemporaryServers servers, String fault, List<EtcdServer> members) {
    this.servers = servers;
    this.fault = fault;
    this.members = new ArrayList<>(members);
    addresses = members.stream().map(EtcdServer::address).toList();
  }

  static BrokenCluster start(String scope, String fault) {
    TemporaryServers servers = TemporaryServers.of(scope);
    return new BrokenCluster(servers, fault, servers.started(EtcdServer::startThree));
  }

  List<HostPort> addresses() {
    return addresses;
  }

  /** Breaks a member, and mends it some seconds later; returns when it serves again. */
  void strike() throws InterruptedException {
    int leader = leader();
    int broken = fault.equals(FOLLOWER_KILLED) ? (leader + 1) % members.size() : leader;
    if (fault.equals(LEADER_STOPPED)) {
      members.get(broken).pause();
      try {
        Thread.sleep(STOPPED.toMillis());
      } finally {
        members.get(broken).resume();
      }
    } else {
      EtcdServer killed = members.get(broken);
      killed.kill();
      Thread.sleep(DEAD.toMillis());
      members.set(broken, killed.again());
      killed.close();
    }
  }

  private int leader() throws InterruptedException {
    try (Client client = EtcdClients.open(addresses, 0)) {
      for (int i = 0; i < addresses.size(); i++) {
        StatusResponse status =
            EtcdClients.await(
                addresses,
                "say who leads",
                client.getMaintenanceClient().statusMember("http://" + addresses.get(i)),
                PATIENCE);
        if (status.getLeader() == status.getHeader().getMemberId()) {
          return i;
        }
      }
    }
    throw new IllegalStateException("no member of the cluster leads it");
  }

  @Override
  public void close() {
    members.forEach(EtcdServer::close);
    servers.close();
  }
}
