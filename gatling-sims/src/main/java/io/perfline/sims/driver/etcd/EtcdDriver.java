package io.perfline.sims.driver.etcd;

import io.perfline.core.environment.Environment;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import io.perfline.sims.fault.FaultyCluster;
import java.time.Duration;
import java.util.List;

/** Drives etcd with jetcd. A request is a put, a get, a watched put, or a lease and a put. */
public final class EtcdDriver implements Driver {

  static final String OPERATION = "operation";
  static final String READERS = "readers";
  static final String MEMBERS = "members";

  static final String PUT = "put";
  static final String GET = "get";
  static final String WATCH = "watch";
  static final String LEASE = "lease";

  static final String NONE = "none";

  @Override
  public String name() {
    return "etcd";
  }

  @Override
  public List<SettingKey> keys() {
    return List.of(
        SettingKey.count(CaseSettings.MESSAGE_BYTES, 100L, "Sets the bytes of a value."),
        SettingKey.choice(
            OPERATION,
            "Sets what a request is: a put, a linearizable get, a put until its watcher has"
                + " received it, or a new lease and a put with it.",
            PUT,
            GET,
            WATCH,
            LEASE),
        SettingKey.count(
            READERS,
            null,
            "Sets the number of connections that get values while the others put them."),
        SettingKey.count(MEMBERS, 1L, "Sets the number of members of the cluster: 1 or 3."),
        SettingKey.choice(
            CaseSettings.FAULT,
            "Injects a fault under load into a cluster of three that runs only for the case: a"
                + " follower or the leader is killed for 2 s, or the leader is paused for 3 s.",
            NONE,
            FaultyCluster.FOLLOWER_KILLED,
            FaultyCluster.LEADER_KILLED,
            FaultyCluster.LEADER_STOPPED),
        SettingKey.duration(
            CaseSettings.FAULT_AFTER,
            Duration.ofSeconds(8),
            "Sets the time from the first request, including the warm-up, to the fault."));
  }

  @Override
  public void check(Environment environment, Target target) {
    environment.etcd();
  }

  @Override
  public Session open(Environment environment, Target target, String scope, CaseSettings settings)
      throws InterruptedException {
    return EtcdSession.open(environment.etcd(), scope, settings);
  }
}
