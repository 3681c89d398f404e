package io.perfline.proof.bench;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryonet.Client;
import com.esotericsoftware.kryonet.Connection;
import com.esotericsoftware.kryonet.KryoSerialization;
import com.esotericsoftware.kryonet.Listener;
import io.perfline.core.environment.HostPort;
import io.perfline.recorder.message.MessageKryo;
import io.perfline.recorder.message.Recording;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Payloads;
import io.perfline.sims.driver.kryonet.Buffers;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;

/** Sends the same messages as our driver with Kryonet's client, in the shortest possible loop. */
final class BareKryonet extends Listener implements Contender {

  private static final int CONNECT_MILLIS = 5_000;
  private static final int STATUS = 200;

  private final Client client;
  private final InFlightWindow window;
  private final Payloads payloads;
  private final UUID virtualService = UUID.randomUUID();
  private long next;

  BareKryonet(HostPort server, CaseSettings settings) throws IOException {
    payloads = new Payloads(settings.number("message_bytes"), 1);
    window = new InFlightWindow("the bare Kryonet loop", settings.number("in_flight"), 1);
    Kryo kryo = new Kryo();
    MessageKryo.register(kryo);
    Buffers buffers = Buffers.of(settings);
    client = new Client(buffers.clientWrite(), buffers.clientObject(), new KryoSerialization(kryo));
    client.addListener(this);
    client.start();
    client.connect(CONNECT_MILLIS, server.host(), server.port());
  }

  @Override
  public Sample run(Duration length) throws InterruptedException {
    return window.run(length, this::send);
  }

  private void send() {
    long index = next++;
    client.sendTCP(
        new Recording(
            new UUID(1, index),
            virtualService,
            "/orders",
            STATUS,
            System.currentTimeMillis(),
            payloads.body(index)));
  }

  @Override
  public void received(Connection connection, Object answer) {
    if (!(answer instanceof com.esotericsoftware.kryonet.FrameworkMessage)) {
      window.answered();
    }
  }

  @Override
  public void disconnected(Connection connection) {
    window.failed("disconnected");
  }

  @Override
  public void close() {
    client.removeListener(this);
    client.stop();
  }
}
