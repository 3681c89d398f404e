package io.perfline.sims.driver.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.maintenance.StatusResponse;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchEvent;
import io.grpc.Status;
import io.perfline.core.environment.Etcd;
import io.perfline.core.environment.HostPort;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Payloads;
import io.perfline.sims.driver.Reachable;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import io.perfline.sims.fault.FaultyCluster;
import io.perfline.sims.fault.InjectedFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.LongAdder;

/**
 * The keys of one case: those that it puts, and those that are stored before the load to be read.
 */
final class EtcdSession implements Session {

  /** The number of keys that are read in turns. */
  private static final int READABLE = 1_000;

  private static final long LEASE_SECONDS = 600;
  private static final String SERVER_ERROR = "etcdserver: ";

  /** Its simple name is the error kind of a stored key that was not found. */
  private static final class MissingValue extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** The cluster that the case breaks; null if there is none. */
  private final FaultyCluster faulty;

  private final List<HostPort> members;
  private final CaseSettings settings;
  private final String put;
  private final String readable;
  private final ByteSequence[] values;
  private final ByteSequence[] readKeys = new ByteSequence[READABLE];
  private final LongAdder read = new LongAdder();
  private final Client client;
  private final InjectedFault fault;

  /** The keys to look for after the load; null if no fault is injected. */
  private final AcknowledgedKeys acknowledged;

  private EtcdSession(
      FaultyCluster faulty, List<HostPort> members, String scope, CaseSettings settings) {
    this.faulty = faulty;
    this.members = members;
    this.settings = settings;
    put = scope + "/put/";
    readable = scope + "/get/";
    Payloads payloads =
        new Payloads(settings.number(CaseSettings.MESSAGE_BYTES), readable.hashCode());
    values = new ByteSequence[payloads.count()];
    for (int i = 0; i < values.length; i++) {
      values[i] = ByteSequence.from(payloads.body(i));
    }
    for (int i = 0; i < READABLE; i++) {
      readKeys[i] = EtcdClients.key(readable + i);
    }
    client = EtcdClients.open(members, 0);
    fault =
        faulty == null
            ? null
            : new InjectedFault(
                settings.duration(CaseSettings.FAULT_AFTER), () -> faulty.strike(leader()));
    acknowledged = faulty == null ? null : new AcknowledgedKeys();
  }

  static EtcdSession open(Etcd etcd, String scope, CaseSettings settings)
      throws InterruptedException {
    String kind = settings.choice(CaseSettings.FAULT);
    FaultyCluster faulty = kind.equals(EtcdDriver.NONE) ? null : new FaultyCluster(scope, kind);
    List<HostPort> members = faulty == null ? members(etcd, settings) : faulty.addresses();
    EtcdSession session = null;
    try {
      Reachable.check("etcd", EtcdClients.addresses(members));
      session = new EtcdSession(faulty, members, scope, settings);
      if (settings.has(EtcdDriver.READERS)
          || settings.choice(EtcdDriver.OPERATION).equals(EtcdDriver.GET)) {
        session.storeReadable();
      }
      return session;
    } catch (DriverException | InterruptedException e) {
      if (session != null) {
        session.client.close();
      }
      if (faulty != null) {
        faulty.close();
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
          "the case needs an etcd cluster of %d members, the environment names one of %d: %s"
              .formatted(wanted, etcd.cluster().size(), etcd.cluster()));
    }
    return etcd.cluster();
  }

  private void storeReadable() throws InterruptedException {
    List<CompletableFuture<?>> puts = new ArrayList<>();
    for (int i = 0; i < READABLE; i++) {
      puts.add(client.getKVClient().put(readKeys[i], value(i)));
    }
    for (CompletableFuture<?> done : puts) {
      EtcdClients.await(members, "put a key", done);
    }
  }

  private ByteSequence value(long number) {
    return values[(int) (number % values.length)];
  }

  private int leader() throws InterruptedException {
    for (int i = 0; i < members.size(); i++) {
      StatusResponse status =
          EtcdClients.await(
              members,
              "name its leader",
              client.getMaintenanceClient().statusMember("http://" + members.get(i)));
      if (status.getLeader() == status.getHeader().getMemberId()) {
        return i;
      }
    }
    throw new IllegalStateException("the cluster has no leader");
  }

  @Override
  public boolean keepsItsLength() {
    return fault != null;
  }

  @Override
  public Connection connect(int index, RequestListener listener) throws InterruptedException {
    return new EtcdConnection(index, listener, keys().getHeader().getRevision() + 1);
  }

  /**
   * Returns the number of stored keys, as a majority reports it, plus the number of successful
   * reads.
   */
  @Override
  public OptionalLong stored() throws InterruptedException {
    if (faulty != null) {
      fault.close();
      acknowledged.check(members, client.getKVClient(), put);
    }
    return OptionalLong.of(keys().getCount() + read.sum());
  }

  private GetResponse keys() throws InterruptedException {
    GetOption all = GetOption.builder().isPrefix(true).withCountOnly(true).build();
    return EtcdClients.ask(
        members,
        "count the keys of " + put,
        () -> client.getKVClient().get(EtcdClients.key(put), all));
  }

  @Override
  public Map<String, Double> figures() {
    return fault == null ? Map.of() : fault.figures();
  }

  @Override
  public void close() {
    try {
      if (faulty != null) {
        fault.close();
        faulty.close();
        return;
      }
      DeleteOption all = DeleteOption.builder().isPrefix(true).build();
      for (String prefix : List.of(put, readable)) {
        EtcdClients.ask(
            members,
            "delete the keys of " + prefix,
            () -> client.getKVClient().delete(EtcdClients.key(prefix), all));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      client.close();
    }
  }

  /** A connection with a client of its own, which puts numbered keys under a prefix of its own. */
  private final class EtcdConnection implements Connection {

    private final Client client;
    private final KV kv;
    private final String operation;
    private final String prefix;
    private final int bytes = settings.number(CaseSettings.MESSAGE_BYTES);
    private final RequestListener listener;
    private final Watch.Watcher watcher;
    private long next;

    /**
     * @param since the first revision that a watcher reports
     */
    EtcdConnection(int index, RequestListener listener, long since) {
      client = EtcdClients.open(members, index % members.size());
      kv = client.getKVClient();
      boolean reader =
          settings.has(EtcdDriver.READERS) && index < settings.count(EtcdDriver.READERS);
      operation = reader ? EtcdDriver.GET : settings.choice(EtcdDriver.OPERATION);
      prefix = put + index + "/";
      this.listener = fault == null ? listener : fault.watching(listener);
      WatchOption all = WatchOption.builder().isPrefix(true).withRevision(since).build();
      watcher =
          operation.equals(EtcdDriver.WATCH)
              ? client
                  .getWatchClient()
                  .watch(EtcdClients.key(prefix), all, answer -> received(answer.getEvents()))
              : null;
    }

    /** Reports the requests of watched keys, whose names end with the number of their request. */
    private void received(List<WatchEvent> events) {
      for (WatchEvent event : events) {
        String key = event.getKeyValue().getKey().toString();
        listener.succeeded(Long.parseLong(key.substring(key.lastIndexOf('/') + 1)), 1, bytes);
      }
    }

    @Override
    public void send(long request) {
      if (fault != null) {
        fault.sent();
      }
      long number = next++;
      CompletableFuture<?> answer =
          switch (operation) {
            case EtcdDriver.GET -> get(number);
            case EtcdDriver.LEASE -> lease(number);
            case EtcdDriver.WATCH -> kv.put(key(request), value(number));
            default -> put(number);
          };
      var unused =
          answer.whenComplete(
              (done, failure) -> {
                if (failure != null) {
                  listener.failed(request, kind(failure));
                } else if (watcher == null) {
                  listener.succeeded(request, 1, bytes);
                }
              });
    }

    private CompletableFuture<?> get(long number) {
      int index = (int) (number % READABLE);
      return kv.get(readKeys[index])
          .thenAccept(
              found -> {
                if (found.getCount() != 1
                    || !found.getKvs().get(0).getValue().equals(value(index))) {
                  throw new MissingValue();
                }
                read.increment();
              });
    }

    private CompletableFuture<?> put(long number) {
      ByteSequence key = key(number);
      CompletableFuture<?> answer = kv.put(key, value(number));
      return acknowledged == null ? answer : answer.thenRun(() -> acknowledged.add(key));
    }

    private CompletableFuture<?> lease(long number) {
      return client
          .getLeaseClient()
          .grant(LEASE_SECONDS)
          .thenCompose(
              lease ->
                  kv.put(
                      key(number),
                      value(number),
                      PutOption.builder().withLeaseId(lease.getID()).build()));
    }

    private ByteSequence key(long number) {
      return EtcdClients.key(prefix + number);
    }

    /**
     * Returns etcd's own error, such as {@code request timed out} or {@code leader changed}, or the
     * gRPC status of a connection's error, such as {@code UNAVAILABLE}.
     */
    private static String kind(Throwable failure) {
      Throwable reason =
          failure instanceof CompletionException && failure.getCause() != null
              ? failure.getCause()
              : failure;
      Status status = Status.fromThrowable(reason);
      String description = status.getDescription();
      if (description != null && description.startsWith(SERVER_ERROR)) {
        return description.substring(SERVER_ERROR.length());
      }
      return status.getCode() == Status.Code.UNKNOWN
          ? reason.getClass().getSimpleName()
          : status.getCode().name();
    }

    @Override
    public void close() {
      if (watcher != null) {
        watcher.close();
      }
      client.close();
    }
  }
}
