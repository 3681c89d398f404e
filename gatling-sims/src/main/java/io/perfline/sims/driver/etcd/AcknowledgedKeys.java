package io.perfline.sims.driver.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.OptionsUtil;
import io.perfline.core.environment.HostPort;
import io.perfline.sims.driver.DriverException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The names of the acknowledged keys. Their number alone does not suffice: a put that timed out may
 * have been stored, and would then make up for one that was lost.
 */
final class AcknowledgedKeys {

  /** The number of keys per page, whose size is well below gRPC's limit for a response. */
  private static final int PAGE = 10_000;

  private final Set<String> keys = ConcurrentHashMap.newKeySet();

  /** Adds a key that was acknowledged, whether in time or late. */
  void add(ByteSequence key) {
    keys.add(key.toString(UTF_8));
  }

  /**
   * Checks that each acknowledged key is among the keys that start with {@code prefix}.
   *
   * @throws DriverException with the number of missing keys, if there are any
   */
  void check(List<HostPort> members, KV kv, String prefix) throws InterruptedException {
    Set<String> missing = new HashSet<>(keys);
    ByteSequence from = EtcdClients.key(prefix);
    GetOption page =
        GetOption.builder()
            .withKeysOnly(true)
            .withLimit(PAGE)
            .withRange(OptionsUtil.prefixEndOf(from))
            .build();
    List<KeyValue> found;
    do {
      ByteSequence next = from;
      found =
          EtcdClients.ask(members, "list the keys of " + prefix, () -> kv.get(next, page)).getKvs();
      for (KeyValue one : found) {
        missing.remove(one.getKey().toString(UTF_8));
        from = one.getKey().concat(ByteSequence.from(new byte[1]));
      }
    } while (found.size() == PAGE);
    if (!missing.isEmpty()) {
      throw new DriverException(
          "%d of %d acknowledged keys are not in etcd, such as %s"
              .formatted(missing.size(), keys.size(), missing.iterator().next()));
    }
  }
}
