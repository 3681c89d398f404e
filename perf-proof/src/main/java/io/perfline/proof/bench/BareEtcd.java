package io.perfline.proof.bench;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.perfline.core.environment.HostPort;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Payloads;
import io.perfline.sims.driver.etcd.EtcdClients;
import java.time.Duration;
import java.util.List;

/** Puts the same values as our driver, in a loop as short as can be. */
final class BareEtcd implements Contender {

  private final Client client;
  private final KV kv;
  private final InFlightWindow window;
  private final ByteSequence[] values;
  private long next;

  BareEtcd(List<HostPort> members, CaseSettings settings) {
    client = EtcdClients.open(members, 0);
    kv = client.getKVClient();
    window = new InFlightWindow("the bare etcd loop", settings.number("in_flight"), 1);
    Payloads payloads = new Payloads(settings.number("message_bytes"), 1);
    values = new ByteSequence[payloads.count()];
    for (int i = 0; i < values.length; i++) {
      values[i] = ByteSequence.from(payloads.body(i));
    }
  }

  @Override
  public Sample run(Duration length) throws InterruptedException {
    return window.run(length, this::put);
  }

  private void put() {
    long number = next++;
    var unused =
        kv.put(EtcdClients.key("bare/" + number), values[(int) (number % values.length)])
            .whenComplete(
                (done, failure) -> {
                  if (failure == null) {
                    window.answered();
                  } else {
                    window.failed(failure.toString());
                  }
                });
  }

  @Override
  public void close() {
    client.close();
  }
}
