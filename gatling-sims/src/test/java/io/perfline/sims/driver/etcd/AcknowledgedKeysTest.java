package io.perfline.sims.driver.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.options.GetOption;
import io.perfline.core.environment.HostPort;
import io.perfline.sims.driver.DriverException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** More keys than one response of etcd contains. */
class AcknowledgedKeysTest {

  private static final List<HostPort> MEMBERS = List.of(new HostPort("127.0.0.1", 1));
  private static final int MANY = 20_000;

  private final AcknowledgedKeys acknowledged = new AcknowledgedKeys();
  private final TreeSet<String> stored = new TreeSet<>();

  /** Answers a get of a key range from {@link #stored}. */
  private final KV kv =
      (KV)
          Proxy.newProxyInstance(
              KV.class.getClassLoader(),
              new Class<?>[] {KV.class},
              (proxy, method, arguments) ->
                  range((ByteSequence) arguments[0], (GetOption) arguments[1]));

  @BeforeEach
  void putAll() {
    for (int i = 0; i < MANY; i++) {
      acknowledged.add(EtcdClients.key("case/put/" + i));
      stored.add("case/put/" + i);
    }
    stored.add("case/quit");
  }

  @Test
  void findsAllStoredKeys() {
    assertThatCode(this::check).doesNotThrowAnyException();
  }

  @Test
  void anUnacknowledgedPutDoesNotReplaceALostOne() {
    stored.remove("case/put/19999");
    stored.add("case/put/timed-out");

    assertThatThrownBy(this::check)
        .isInstanceOf(DriverException.class)
        .hasMessage("1 of 20000 acknowledged keys are not in etcd, such as case/put/19999");
  }

  private void check() throws InterruptedException {
    acknowledged.check(MEMBERS, kv, "case/put/");
  }

  private CompletableFuture<GetResponse> range(ByteSequence from, GetOption option) {
    RangeResponse.Builder page = RangeResponse.newBuilder();
    stored.subSet(from.toString(UTF_8), option.getEndKey().orElseThrow().toString(UTF_8)).stream()
        .limit(option.getLimit())
        .map(key -> KeyValue.newBuilder().setKey(ByteString.copyFromUtf8(key)))
        .forEach(page::addKvs);
    return CompletableFuture.completedFuture(new GetResponse(page.build(), ByteSequence.EMPTY));
  }
}
