package io.perfline.sims.driver.etcd;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.perfline.core.environment.Etcd;
import io.perfline.core.environment.HostPort;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.InjectedFault;
import io.perfline.sims.driver.Reachable;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The keys of one case. */
final class EtcdSession implements Session {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The case's own cluster, which it breaks; null when it has none. */
  private final BrokenCluster own;

  private final List<HostPort> members;
  private final CaseSettings settings;
  private final String put;
  private final String readable;
  private final KeyValues values;
  private final Client client;
  private final InjectedFault fault;
  private final AcknowledgedKeys acknowledged;

  private EtcdSession(
      BrokenCluster own, List<HostPort> members, String scope, CaseSettings settings) {
    this.own = own;
    this.members = members;
    this.settings = settings;
    put = scope + "/put/";
    readable = scope + "/get/";
    values = new KeyValues(readable, settings.number(EtcdDriver.MESSAGE_BYTES));
    client = EtcdClients.open(members, 0);
    fault =
        own == null
            ? null
            : new InjectedFault(settings.duration(EtcdDriver.FAULT_AFTER), own::strike);
    acknowledged = own == null ? null : new AcknowledgedKeys();
  }

  static EtcdSession open(Etcd etcd, String scope, CaseSettings settings)
      throws InterruptedException {
    String kind = settings.choice(EtcdDriver.FAULT);
    BrokenCluster own = kind.equals(EtcdDriver.NONE) ? null : BrokenCluster.start(scope, kind);
    List<HostPort> members = own == null ? members(etcd, settings) : own.addresses();
    EtcdSession session = null;
    try {
      Reachable.check("etcd", EtcdClients.addresses(members));
      session = new EtcdSession(own, members, scope, settings);
      if (session.reads()) {
        session.values.store(members, session.client.getKVClient());
      }
      return session;
    } catch (DriverException | InterruptedException e) {
      if (session != null) {
        session.client.close();
      }
      if (own != null) {
        own.close();
      }
      throw e;
    }
  }

  private static List<HostPort> members(Etcd etcd, CaseSettings settings) {
    int wanted = settings.number(EtcdDriver.MEMBERS);
    if (wanted == 1) {
      return etcd.endpoints();
    }
    if (wanted != etcd.cluster().size()) {
      throw new DriverException(
          "the case takes an etcd cluster of %d members, the environment names one of %d: %s"
              .formatted(wanted, etcd.cluster().size(), etcd.cluster()));
    }
    return etcd.cluster();
  }

  private boolean reads() {
    return settings.has(EtcdDriver.READERS)
        || settings.choice(EtcdDriver.OPERATION).equals(EtcdDriver.GET);
  }

  @Override
  public Connection connect(int index, RequestListener listener) throws InterruptedException {
    boolean reader = settings.has(EtcdDriver.READERS) && index < settings.count(EtcdDriver.READERS);
    return new EtcdConnection(
        EtcdClients.open(members, index % members.size()),
        reader ? EtcdDriver.GET : settings.choice(EtcdDriver.OPERATION),
        put + index + "/",
        values,
        settings,
        listener,
        keys().getHeader().getRevision() + 1,
        fault,
        acknowledged);
  }

  /** The keys that were put, asked of a majority, and the reads that brought what was put. */
  @Override
  public OptionalLong stored() throws InterruptedException {
    if (own != null) {
      fault.close();
      acknowledged.check(members, client.getKVClient(), put);
    }
    return OptionalLong.of(keys().getCount() + values.reads());
  }

  private GetResponse keys() throws InterruptedException {
    GetOption all = GetOption.builder().isPrefix(true).withCountOnly(true).build();
    return EtcdClients.asked(
        members,
        "count the keys of " + put,
        () -> client.getKVClient().get(EtcdClients.key(put), all),
        PATIENCE);
  }

  @Override
  public Map<String, Double> figures() {
    return fault == null ? Map.of() : fault.figures();
  }

  @Override
  public void close() {
    try {
      if (own != null) {
        fault.close();
        own.close();
      } else {
        remove(client.getKVClient());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      client.close();
    }
  }

  private void remove(KV kv) throws InterruptedException {
    DeleteOption all = DeleteOption.builder().isPrefix(true).build();
    for (String prefix : List.of(put, readable)) {
      EtcdClients.asked(
          members,
          "delete the keys of " + prefix,
          () -> kv.delete(EtcdClients.key(prefix), all),
          PATIENCE);
    }
  }
}
