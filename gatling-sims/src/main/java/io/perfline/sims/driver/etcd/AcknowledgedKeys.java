package io.perfline.sims.driver.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.OptionsUtil;
import io.perfline.core.environment.HostPort;
import io.perfline.sims.driver.DriverException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The keys that were acknowledged, by name: a put that timed out may have been stored, and by the
 * count alone would stand for one that was lost.
 */
final class AcknowledgedKeys {

  /** So many keys are well below what gRPC takes in one answer. */
  private static final int PAGE = 10_000;

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Set<String> keys = ConcurrentHashMap.newKeySet();

  /** {@code key} was acknowledged, in time or late. */
  void add(ByteSequence key) {
    keys.add(key.toString(UTF_8));
  }

  /**
   * Looks for each of them among the keys that begin with {@code prefix}.
   *
   * @throws DriverException when one isn't there, with the number of such
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
    List<KeyValue> held;
    do {
      ByteSequence next = from;
      held =
          EtcdClients.asked(
                  members, "list the keys of " + prefix, () -> kv.get(next, page), PATIENCE)
              .getKvs();
      for (KeyValue one : held) {
        missing.remove(one.getKey().toString(UTF_8));
        from = one.getKey().concat(ByteSequence.from(new byte[1]));
      }
    } while (held.size() == PAGE);
    if (!missing.isEmpty()) {
      throw new DriverException(
          "%d of %d acknowledged keys are not in etcd, such as %s"
              .formatted(missing.size(), keys.size(), missing.iterator().next()));
    }
  }
}
