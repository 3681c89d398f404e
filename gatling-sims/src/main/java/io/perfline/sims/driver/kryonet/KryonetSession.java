package io.perfline.sims.driver.kryonet;

import com.esotericsoftware.kryonet.Client;
import com.esotericsoftware.kryonet.KryoSerialization;
import com.esotericsoftware.kryonet.Listener;
import io.perfline.core.environment.HostPort;
import io.perfline.recorder.message.Recording;
import io.perfline.recorder.message.Refused;
import io.perfline.recorder.message.Stored;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Payloads;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.Session;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/** The messages of one case, all of which belong to a virtual service of the case. */
final class KryonetSession implements Session {

  private static final int CONNECT_MILLIS = 5_000;
  private static final int STATUS = 200;
  private static final long PAUSE_NANOS = 1_000_000;
  private static final String DISCONNECTED = "disconnected";

  private final List<HostPort> ports;
  private final CaseSettings settings;
  private final Payloads payloads;
  private final Buffers buffers;
  private final Runnable end;
  private final UUID virtualService = UUID.randomUUID();
  private final int dataBytes;

  /** The elements of messages of the published measurement; null if messages are recordings. */
  private final Map<Long, Long> elements;

  /** The number of messages after which a connection pauses. */
  private final long untilPause;

  /**
   * @param end called when the session is closed
   */
  KryonetSession(
      List<HostPort> ports, String scope, CaseSettings settings, Buffers buffers, Runnable end) {
    this.buffers = buffers;
    this.end = end;
    this.ports = ports;
    this.settings = settings;
    dataBytes = settings.number(CaseSettings.MESSAGE_BYTES);
    payloads = new Payloads(dataBytes, scope.hashCode());
    elements =
        settings.has(KryonetDriver.ELEMENTS)
            ? Elements.map(settings.number(KryonetDriver.ELEMENTS))
            : null;
    untilPause =
        settings.has(KryonetDriver.ROUGH_LOAD)
            ? Math.max(1, settings.count(KryonetDriver.ROUGH_LOAD) / 1000)
            : Long.MAX_VALUE;
  }

  @Override
  public Connection connect(int index, RequestListener listener) {
    return new KryonetConnection(ports.get(index % ports.size()), listener);
  }

  @Override
  public void close() {
    end.run();
  }

  /**
   * A Kryonet client. A message's id contains its request's number, which identifies the
   * acknowledgement. If the connection is lost, all requests in flight fail, and the next request
   * reopens it.
   */
  private final class KryonetConnection extends Listener implements Connection {

    private final RequestListener listener;
    private final Client client;
    private final long idPrefix = UUID.randomUUID().getMostSignificantBits();
    private final AtomicLongArray inFlight = new AtomicLongArray(settings.number("in_flight"));
    private long next;

    KryonetConnection(HostPort server, RequestListener listener) {
      this.listener = listener;
      client =
          new Client(
              buffers.clientWrite(),
              buffers.clientObject(),
              new KryoSerialization(Elements.kryo()));
      client.addListener(this);
      client.start();
      try {
        client.connect(CONNECT_MILLIS, server.host(), server.port());
      } catch (IOException e) {
        client.stop();
        throw new DriverException("no connection to Kryonet at %s: %s".formatted(server, e), e);
      }
    }

    @Override
    public void send(long request) {
      if (!client.isConnected() && !reconnect(request)) {
        return;
      }
      int slot = RequestListener.slot(request);
      inFlight.set(slot, request);
      Object message = message(request);
      try {
        if (client.sendTCP(message) == 0) {
          failed(slot, request, DISCONNECTED);
        }
      } catch (RuntimeException e) {
        // An overflowing buffer has truncated a message, so nothing after it can be decoded.
        client.close();
        failed(slot, request, e.getClass().getSimpleName());
      }
      if (next % untilPause == 0) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }

    private Object message(long request) {
      long index = next++;
      UUID id = new UUID(idPrefix, request);
      if (elements != null) {
        return new Elements(id, elements);
      }
      return new Recording(
          id, virtualService, "/orders", STATUS, System.currentTimeMillis(), payloads.body(index));
    }

    private boolean reconnect(long request) {
      try {
        client.reconnect(CONNECT_MILLIS);
        return true;
      } catch (IOException e) {
        listener.failed(request, e.getClass().getSimpleName());
        return false;
      }
    }

    @Override
    public void received(com.esotericsoftware.kryonet.Connection connection, Object answer) {
      if (answer instanceof Stored stored) {
        long request = stored.id().getLeastSignificantBits();
        if (inFlight.compareAndSet(RequestListener.slot(request), request, 0)) {
          listener.acknowledged(stored.id().getMostSignificantBits(), request);
          listener.succeeded(request, 1, dataBytes);
        }
      } else if (answer instanceof Refused refused) {
        long request = refused.id().getLeastSignificantBits();
        failed(RequestListener.slot(request), request, refused.kind());
      }
    }

    @Override
    public void disconnected(com.esotericsoftware.kryonet.Connection connection) {
      for (int slot = 0; slot < inFlight.length(); slot++) {
        long request = inFlight.get(slot);
        if (request != 0) {
          failed(slot, request, DISCONNECTED);
        }
      }
    }

    private void failed(int slot, long request, String kind) {
      if (inFlight.compareAndSet(slot, request, 0)) {
        listener.failed(request, kind);
      }
    }

    @Override
    public void close() {
      client.removeListener(this);
      client.stop();
      try {
        Thread updates = client.getUpdateThread();
        if (updates != null) {
          updates.join(CONNECT_MILLIS);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
