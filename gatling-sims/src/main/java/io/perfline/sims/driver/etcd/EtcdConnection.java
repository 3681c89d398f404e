package io.perfline.sims.driver.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.options.PutOption;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchEvent;
import io.grpc.Status;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.InjectedFault;
import io.perfline.sims.driver.RequestListener;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** One client. What it puts has keys of its own, numbered. */
final class EtcdConnection implements Connection {

  private static final long LEASE_SECONDS = 600;
  private static final String OF_SERVER = "etcdserver: ";

  private final Client client;
  private final KV kv;
  private final String operation;
  private final String prefix;
  private final KeyValues values;
  private final int bytes;
  private final RequestListener listener;
  private final InjectedFault fault;
  private final AcknowledgedKeys acknowledged;
  private final Watch.Watcher watcher;
  private long next;

  /**
   * @param operation which of the driver's
   * @param prefix of its keys
   * @param since the first revision that a watcher is to see
   * @param fault null when none is made
   * @param acknowledged where the keys of puts go; null when there is no fault
   */
  EtcdConnection(
      Client client,
      String operation,
      String prefix,
      KeyValues values,
      CaseSettings settings,
      RequestListener listener,
      long since,
      InjectedFault fault,
      AcknowledgedKeys acknowledged) {
    this.client = client;
    this.operation = operation;
    this.prefix = prefix;
    this.values = values;
    this.fault = fault;
    this.acknowledged = acknowledged;
    this.listener = fault == null ? listener : fault.watching(listener);
    bytes = settings.number(EtcdDriver.MESSAGE_BYTES);
    kv = client.getKVClient();
    watcher = operation.equals(EtcdDriver.WATCH) ? watch(since) : null;
  }

  private Watch.Watcher watch(long since) {
    WatchOption all = WatchOption.builder().isPrefix(true).withRevision(since).build();
    return client
        .getWatchClient()
        .watch(EtcdClients.key(prefix), all, answer -> seen(answer.getEvents()));
  }

  /** A key ends with the number of its request. */
  private void seen(List<WatchEvent> events) {
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
    switch (operation) {
      case EtcdDriver.GET -> tell(request, values.read(kv, number));
      case EtcdDriver.LEASE -> tell(request, lease(number));
      case EtcdDriver.WATCH -> tell(request, kv.put(key(request), values.value(number)));
      default -> tell(request, put(number));
    }
  }

  private CompletableFuture<?> put(long number) {
    ByteSequence key = key(number);
    CompletableFuture<?> answer = kv.put(key, values.value(number));
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
                    values.value(number),
                    PutOption.builder().withLeaseId(lease.getID()).build()));
  }

  private ByteSequence key(long number) {
    return EtcdClients.key(prefix + number);
  }

  /** Where there is a watcher, it tells that what was put is there. */
  private void tell(long request, CompletableFuture<?> answer) {
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

  /**
   * What etcd said, such as {@code request timed out} or {@code leader changed}; of an error of the
   * connection its status, such as {@code UNAVAILABLE}.
   */
  private static String kind(Throwable failure) {
    Throwable reason =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    Status status = Status.fromThrowable(reason);
    String said = status.getDescription();
    if (said != null && said.startsWith(OF_SERVER)) {
      return said.substring(OF_SERVER.length());
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
