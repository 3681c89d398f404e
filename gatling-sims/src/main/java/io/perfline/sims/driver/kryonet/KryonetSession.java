package io.perfline.sims.driver.kryonet;

import io.perfline.core.environment.HostPort;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Payloads;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;

/** The messages of one case, all for a virtual service of their own. */
final class KryonetSession implements Session {

  private final List<HostPort> ports;
  private final CaseSettings settings;
  private final Payloads payloads;
  private final Buffers buffers;
  private final Runnable end;
  private final UUID virtualService = UUID.randomUUID();

  KryonetSession(
      List<HostPort> ports, String scope, CaseSettings settings, Buffers buffers, Runnable end) {
    this.buffers = buffers;
    this.end = end;
    this.ports = ports;
    this.settings = settings;
    payloads = new Payloads(settings.number(KryonetDriver.MESSAGE_BYTES), scope.hashCode());
  }

  @Override
  public Connection connect(int index, RequestListener listener) {
    HostPort to = ports.get(index % ports.size());
    return new KryonetConnection(to, virtualService, payloads, settings, buffers, listener);
  }

  @Override
  public OptionalLong stored() {
    return OptionalLong.empty();
  }

  @Override
  public void close() {
    end.run();
  }
}
