package io.perfline.sims.driver.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KV;
import io.perfline.core.environment.HostPort;
import io.perfline.sims.driver.Payloads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/** The values of one case: those that it puts, and some that are there before, to be read. */
final class KeyValues {

  /** Keys that are read in turn. */
  private static final int READABLE = 1_000;

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final ByteSequence[] values;
  private final ByteSequence[] keys = new ByteSequence[READABLE];
  private final LongAdder read = new LongAdder();

  /**
   * @param prefix of the keys that are read
   */
  KeyValues(String prefix, int bytes) {
    Payloads payloads = new Payloads(bytes, prefix.hashCode());
    values = new ByteSequence[payloads.count()];
    for (int i = 0; i < values.length; i++) {
      values[i] = ByteSequence.from(payloads.body(i));
    }
    for (int i = 0; i < keys.length; i++) {
      keys[i] = EtcdClients.key(prefix + i);
    }
  }

  /** The value for the {@code number}th key. */
  ByteSequence value(long number) {
    return values[(int) (number % values.length)];
  }

  /** Puts what is to be read. */
  void store(List<HostPort> members, KV kv) throws InterruptedException {
    List<CompletableFuture<?>> puts = new ArrayList<>();
    for (int i = 0; i < keys.length; i++) {
      puts.add(kv.put(keys[i], value(i)));
    }
    for (CompletableFuture<?> done : puts) {
      EtcdClients.await(members, "put a key", done, PATIENCE);
    }
  }

  /** Gets a key; fails when it isn't there as it was put. */
  CompletableFuture<Void> read(KV kv, long number) {
    int index = (int) (number % keys.length);
    return kv.get(keys[index])
        .thenAccept(
            found -> {
              if (found.getCount() != 1 || !found.getKvs().get(0).getValue().equals(value(index))) {
                throw new MissingValue();
              }
              read.increment();
            });
  }

  /** How many reads brought what was put. */
  long reads() {
    return read.sum();
  }

  /** A key that was put and isn't there. */
  static final class MissingValue extends RuntimeException {
    private static final long serialVersionUID = 1;
  }
}
